import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { runCommand } from '../support/run-command.ts';
import { argumentsOf, cellOf, checkForm, commands, type Form, type ServiceName } from './support/matrix.ts';
import { type Installation, install, services } from './support/services.ts';
import { join } from 'node:path';

/** The core of the matrix. `test/slow/operator-matrix.test.ts` has all services and forms. */
const core: readonly ServiceName[] = ['capped'];
const installed = new Map<ServiceName, Installation>();
let snapshot = '';

beforeAll(async () => {
  for (const name of core) installed.set(name, await install(services[name]));
  const { file, folder, secret } = installed.get('capped') as Installation;
  snapshot = join(folder, 'snapshot');
  vi.stubEnv('SYNC_PASSWORD', secret);
  await runCommand('snapshot', snapshot, '--config', file);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  for (const each of installed.values()) await each.close();
});

describe.each(core)('a service that is %s', (service) => {
  test.each(Object.keys(commands).filter((name) => name !== 'wait'))('%s', async (name) => {
    const { file, folder, secret } = installed.get(service) as Installation;
    vi.stubEnv('SYNC_PASSWORD', secret);
    const cell = cellOf(name, service);
    const run = async (form: Form) => {
      const more = form === 'table' ? [] : name === 'config check' ? ['--json'] : ['--output', form];
      const args = argumentsOf(name, snapshot, join(folder, `${name}-${form}`));
      const ended = await runCommand(...args, ...more, '--config', file);
      expect(ended.status).toBe(cell.status);
      expect(ended.out + ended.err).not.toContain(secret);
      return ended;
    };
    const { out, err } = await run('table');
    expect(`${out}\n${err}`).toMatch(cell.says);
    const json = await run('json');
    checkForm('json', json.out);
    if (cell.code !== undefined) expect(JSON.parse(json.out)).toMatchObject({ error: { code: cell.code } });
  });
});
