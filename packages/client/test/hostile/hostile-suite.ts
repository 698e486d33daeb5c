import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Transport } from '../../src/index.ts';
import { credentials, leaksIn } from './canaries.ts';
import type { Fault } from './fault.ts';
import { faults } from './faults/index.ts';
import { runFault } from './run-fault.ts';
import { type HostileServer, startServer } from './start-server.ts';

const kinds = Object.keys(credentials);

/**
 * Runs every fault over a transport. Each call must end with the expected error or with the right data, and show no
 * secret. Each fault runs with one kind of credential, in rotation. Faults that redirect or echo run with every kind.
 */
export const hostileSuite = (name: string, makeTransport: () => Transport | undefined): void => {
  describe(`a hostile server over ${name}`, () => {
    let server: HostileServer;
    let transport: Transport | undefined;
    beforeAll(async () => {
      server = await startServer();
      transport = makeTransport();
    });
    afterAll(async () => {
      const { elsewhere } = await server.seen('');
      server.close();
      expect(elsewhere, 'nothing reaches the other origin').toEqual([]);
    });

    describe.concurrent('fault', () => {
      Object.entries(faults).forEach(([fault, description], index) => {
        const echoes = /redirect|echo|origin/.test(fault);
        for (const kind of echoes ? kinds : [kinds[index % kinds.length] as string]) {
          it(`${fault} (${kind})`, { timeout: 60_000 }, async () => {
            await check(fault, description, kind);
          });
        }
      });
    });

    const check = async (name: string, fault: Fault, kind: string) => {
      const { run, settled, events } = await runFault(
        name,
        fault,
        server,
        (credentials[kind] as () => never)(),
        transport,
      );
      const { want } = fault;
      if ('code' in want) {
        expect([want.code].flat()).toContain(settled.error?.code);
        expect(settled.error).toMatchObject(want.with ?? {});
      } else {
        expect(settled.error).toBeUndefined();
        expect(want.data(settled.data), inspect(settled.data).slice(0, 500)).toBe(true);
      }
      if (want.requests !== undefined) expect((await server.seen(run)).count, 'requests').toBe(want.requests);
      expect(leaksIn(settled.error), 'secrets in the error').toEqual([]);
      expect(leaksIn(events), 'secrets in events').toEqual([]);
      expect(events.at(0)?.type).toBe('start');
      expect(events.at(-1)).toMatchObject({ type: 'outcome', ok: settled.ok });
    };
  });
};
