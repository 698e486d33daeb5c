import { inspect } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runSession } from './storm/session.ts';

/** How many calls are made. The whole run has 200,000. */
const total = Number(process.env.STORM_CALLS ?? 20_000);
/** The first session. With `STORM_CALLS=200`, a session that failed is repeated alone. */
const firstSeed = Number(process.env.STORM_SEED ?? 1);
const perSession = 200;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const unhandled: unknown[] = [];
const record = (reason: unknown) => void unhandled.push(reason);
beforeAll(() => void process.on('unhandledRejection', record).on('uncaughtException', record));
afterAll(() => void process.off('unhandledRejection', record).off('uncaughtException', record));

it(`${total} calls end in time with a value or a typed error, and leave nothing, while everything goes wrong`, async () => {
  const outcomes: Record<string, number> = {};
  const heaps: number[] = [];
  let milliseconds = 0;
  const sessions = Math.ceil(total / perSession);
  // Loads what is loaded when it is first needed.
  await runSession(0, perSession);
  for (let index = 0; index < sessions; index += 1) {
    const seed = firstSeed + index;
    const report = await runSession(seed, perSession);
    const broken = [...report.broken, ...unhandled.splice(0).map((reason) => `unhandled: ${inspect(reason)}`)];
    expect(broken, `repeat it with STORM_CALLS=${perSession} STORM_SEED=${seed}`).toEqual([]);
    for (const [outcome, count] of Object.entries(report.outcomes))
      outcomes[outcome] = (outcomes[outcome] ?? 0) + count;
    milliseconds += report.milliseconds;
    if (index % Math.ceil(sessions / 8) === 0) {
      collect();
      heaps.push(process.memoryUsage().heapUsed);
    }
  }
  collect();
  heaps.push(process.memoryUsage().heapUsed);
  const megabytes = heaps.map((bytes) => Math.round(bytes / 1e5) / 10);
  console.log({ outcomes, virtualHours: milliseconds / 3_600_000, megabytes });
  const middle = megabytes[megabytes.length >> 1] as number;
  expect(megabytes.at(-1)).toBeLessThan(middle + 4);
});
