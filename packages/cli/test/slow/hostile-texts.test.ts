import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { run } from '../../src/index.ts';
import { hostile, hostileData, hostileFault } from '../command/support/hostile.ts';
import { type Installation, install } from '../command/support/services.ts';
import { countTurns } from '../command/support/turn-time.ts';

/** Our own styles are the only characters that a terminal may obey. */
const styles = /\u001b\[(?:[12]|22|3[1-6]|39)m/g;
const obeyed = /(?!\n)\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/u;

let installation: Installation;
let snapshot = '';
let created = 0;

beforeAll(async () => {
  const earlier = await install({ sandbox: { data: hostileData('old') as never } });
  snapshot = join(earlier.folder, 'snapshot');
  vi.stubEnv('SYNC_PASSWORD', earlier.secret);
  await run(['snapshot', snapshot, '--config', earlier.file], { out: () => {}, err: () => {}, colored: false });
  installation = await install({ sandbox: { data: hostileData('new') as never } });
  vi.stubEnv('SYNC_PASSWORD', installation.secret);
  return () => earlier.close();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await installation.close();
});

const commands: Readonly<Record<string, { readonly args: readonly string[]; readonly forms?: readonly string[] }>> = {
  jobs: { args: ['jobs'] },
  status: { args: ['status', '--fields', 'outcome,job,recent,error,status,key'] },
  history: { args: ['history', '--fields', 'outcome,job,status,error,key'] },
  wait: { args: ['wait', `Orders${hostile}`, '--run', `h01${hostile}`, '--timeout', '1m'] },
  'wait for a run that does not exist': { args: ['wait', hostile, '--timeout', '1ms'] },
  diagnose: { args: ['diagnose', `h03${hostile}`] },
  'diagnose of a run that does not exist': { args: ['diagnose', hostile] },
  freshness: { args: ['freshness'], forms: ['junit'] },
  lint: { args: ['lint', '--snapshot', 'SNAPSHOT'], forms: ['junit', 'sarif'] },
  snapshot: { args: ['snapshot', 'NEW'] },
  drift: { args: ['drift', 'SNAPSHOT', 'production'] },
  'drift between environments': { args: ['drift', 'SNAPSHOT', 'production', '--different'] },
  export: { args: ['export', '--out', 'NEW.csv'] },
  report: { args: ['report', '--out', 'NEW.html'] },
  record: { args: ['record', '--out', 'NEW.har', '--', 'status'] },
  'an unknown field': { args: ['status', '--fields', hostile] },
};

/** Runs a command in an output form, and returns each text that was written with the place it was written to. */
async function textsOf(name: string, form: string, columns: number | undefined) {
  const texts: (readonly [place: 'out' | 'err' | 'progress', text: string])[] = [];
  created += 1;
  const path = join(installation.folder, `created-${created}`);
  const { args } = commands[name] ?? { args: [] };
  const filled = args.map((each) => each.replace('SNAPSHOT', snapshot).replace('NEW', path));
  const more = form === 'table' ? [] : name === 'export' ? ['--json'] : ['--output', form];
  await run([...filled, ...more, '--config', installation.file], {
    out: (text) => texts.push(['out', text]),
    err: (text) => texts.push(['err', text]),
    colored: columns !== undefined,
    terminal:
      columns === undefined ? undefined : { width: () => columns, progress: (text) => texts.push(['progress', text]) },
  });
  return texts;
}

async function expectHarmless(name: string): Promise<void> {
  const forms = ['table', 'json', 'ndjson', 'csv', ...(commands[name]?.forms ?? [])];
  for (const columns of [undefined, 80, 400])
    for (const form of forms)
      for (const [place, text] of await textsOf(name, form, columns)) {
        const at = `${name} as ${form} to ${place}, ${columns} columns: ${JSON.stringify(text)}`;
        const isCsv = form === 'csv' && place === 'out';
        // A program that reads CSV gets every character, and its cells may have lines.
        if (isCsv && columns === undefined) continue;
        expect(text, at).not.toContain('\u001b[35m');
        if (isCsv) {
          expect(text.replace(/[\n\t]/g, ''), at).not.toMatch(obeyed);
          continue;
        }
        expect(text.replace(columns === undefined ? '' : styles, ''), at).not.toMatch(obeyed);
        // A text of the service cannot make a line of its own, except one that is indented under its label.
        expect(text, at).not.toMatch(/^ ?forged/m);
      }
}

describe.each([
  ['on a machine', ''],
  ['on GitHub Actions', 'true'],
])('%s', (_, value) => {
  beforeAll(() => {
    vi.stubEnv('GITHUB_ACTIONS', value);
    return () => void vi.stubEnv('GITHUB_ACTIONS', '');
  });
  test.each(Object.keys(commands))('%s prints nothing of the service that a terminal obeys', expectHarmless);
});

describe('a service that fails with a hostile message', () => {
  beforeAll(() => {
    installation.sandbox.faults.add(hostileFault);
    const restore = countTurns();
    return () => {
      restore();
      installation.sandbox.faults.clear();
    };
  });
  test.each(Object.keys(commands).filter((name) => name !== 'drift between environments'))('%s', expectHarmless);
});

test('CSV without a terminal, and JSON, keep every character', async () => {
  const [, csv] = (await textsOf('jobs', 'csv', undefined)).filter(([place]) => place === 'out');
  expect(csv?.[1]).toContain(hostile);
  const [json] = (await textsOf('jobs', 'json', 80)).filter(([place]) => place === 'out');
  expect(JSON.parse(json?.[1] ?? '')).toMatchObject([{ source: `new${hostile}` }, { source: `new${hostile}` }]);
});
