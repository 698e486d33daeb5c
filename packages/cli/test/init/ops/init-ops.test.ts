import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environmentVariables } from '@syncline/auth';
import { checkConfig } from '@syncline/ops';
import { createSandbox, type SandboxOptions } from '@syncline/sandbox';
import { expect, onTestFinished, test, vi } from 'vitest';
import { run } from '../../../src/index.ts';
import { credentialEntry } from '../../../src/init/ops/read-service.ts';

const at = (hour: number) => new Date(Date.now() - hour * 3_600_000).toISOString();
const history = Array.from({ length: 24 }, (_, index) => ({
  historyid: `h${index}`,
  jobname: index % 2 === 0 ? 'Orders' : "O'Brien: nightly",
  status: index === 5 ? 'HALTED' : index === 7 ? '2 of 9 Tasks Failed' : 'SUCCESS',
  runstartdate: at(index + 0.5),
  runenddate: at(index),
}));

/** A service, a folder, and a person who answers at a terminal; without answers, there is no terminal. */
async function start(options: SandboxOptions = { data: { history } }, answers?: readonly string[]) {
  const sandbox = createSandbox(options);
  const { urls } = await sandbox.listen();
  const folder = mkdtempSync(join(tmpdir(), 'syncline-init-ops-'));
  const { username, password } = sandbox.credentials.basic;
  vi.stubEnv('SYNCLINE_USERNAME', username);
  vi.stubEnv('SYNCLINE_PASSWORD', password);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
    await sandbox.close();
  });
  const out: string[] = [];
  const err: string[] = [];
  const asked: string[] = [];
  const left = [...(answers ?? [])];
  const ask = async (question: string): Promise<string> => {
    asked.push(question);
    return left.shift() ?? '';
  };
  const terminal = { width: () => 100, height: () => 40, progress: () => undefined, ask };
  const output = {
    out: (text: string) => void out.push(text),
    err: (text: string) => void err.push(text),
    colored: false,
    terminal: answers === undefined ? undefined : terminal,
  };
  const init = (...more: readonly string[]) => run(['init', folder, '--ops', '--odata', urls.odata, ...more], output);
  return { sandbox, urls, folder, file: join(folder, 'syncline.yaml'), init, asked, out, err, password };
}

test('with --yes, writes a configuration that answers at once, and leaves out an undecided word', async () => {
  const { init, urls, file, out, err, password, sandbox } = await start();
  expect(await init('--yes', '--v2', urls.v2)).toBe(0);
  const text = readFileSync(file, 'utf8');
  expect(text).toContain('key: historyid # is different in all 24 records');
  expect(text).toContain(String.raw`- /^\d+ of \d+ Tasks Failed$/ # 1 run`);
  expect(text).toContain('# not decided: HALTED, the status of 1 run');
  expect(text + out.join('\n') + err.join('\n')).not.toContain(password);
  expect(await checkConfig({ file, variables: process.env })).toMatchObject({ ok: true, problems: [] });
  expect(out.join('\n')).toMatch(/RESULT +JOB[^]*pass +Orders/);
  expect(err.join('\n')).toContain('All 2 jobs are fresh.');
  expect(sandbox.requests.every(({ method }) => method === 'GET')).toBe(true);
});

test('at a terminal, asks what an undecided word means, and whether to write', async () => {
  const { init, file, asked } = await start(undefined, ['what', 'failed', 'y']);
  expect(await init()).toBe(0);
  expect(asked).toEqual([
    expect.stringContaining('What does the status "HALTED" mean?'),
    expect.stringContaining('What does the status "HALTED" mean?'),
    expect.stringMatching(/^Write .*syncline\.yaml\? \[Y\/n\] $/),
  ]);
  expect(readFileSync(file, 'utf8')).toMatch(/failed:\n +- HALTED # 1 run/);
});

test('at a terminal, asks for a property that is not known', async () => {
  const renamed = history.map(({ status, ...record }) => ({ ...record, phase: status }));
  const { init, file, asked } = await start({ data: { history: renamed as never } }, ['nothing', 'phase', '', '']);
  expect(await init()).toBe(0);
  expect(asked[0]).toMatch(/^Which property is the status of a run\? \(historyid, jobname, /);
  expect(readFileSync(file, 'utf8')).toContain('status: phase # chosen by you');
});

test.each<[string, readonly string[] | undefined, readonly string[]]>([
  ['without a terminal', undefined, []],
  ['with --dry-run', ['y'], ['--dry-run']],
  ['if the answer is no', ['', 'n'], []],
])('%s, the proposal is printed, and nothing is written', async (_title, answers, options) => {
  const { init, file, out } = await start(undefined, answers);
  expect(await init(...options)).toBe(0);
  expect(out.join('\n')).toContain('environments:\n  production:\n    odata:\n');
  expect(existsSync(file)).toBe(false);
});

test('a service without offsets needs --time-zone', async () => {
  const zoneless = { data: { history }, behavior: { zoneless: 'Europe/Berlin' } } as SandboxOptions;
  const { init, file, err } = await start(zoneless);
  expect(await init('--yes')).toBe(3);
  expect(err.join('\n')).toContain('--time-zone Europe/Berlin');
  expect(existsSync(file)).toBe(false);
  expect(await init('--yes', '--time-zone', 'Europe/Berlin')).toBe(0);
  expect(readFileSync(file, 'utf8')).toContain('timeZone: Europe/Berlin');
});

test.each<[string, SandboxOptions, number, string]>([
  ['without records', { data: { history: [] } }, 3, 'The history is empty'],
  [
    'whose records have no status',
    { data: { history: history.map((record) => ({ ...record, status: null })) as never } },
    3,
    'It is not known which property is the status: no property',
  ],
])('a history %s gives no configuration', async (_title, options, status, message) => {
  const { init, file, err } = await start(options);
  expect(await init('--yes')).toBe(status);
  expect(err.join('\n')).toContain(message);
  expect(existsSync(file)).toBe(false);
});

test('a file that exists is not replaced, and nothing is sent', async () => {
  const { init, file, sandbox, err } = await start();
  writeFileSync(file, 'mine');
  expect(await init('--yes')).toBe(2);
  expect(err.join('\n')).toContain('exists already');
  expect(readFileSync(file, 'utf8')).toBe('mine');
  expect(sandbox.requests).toEqual([]);
});

test.each(
  [...environmentVariables('odata'), ...environmentVariables('v2')].map((names) => [names]),
)('the configuration refers to the credential of %j without its secret', (names) => {
  const variables = Object.fromEntries(
    names.map((name) => [name, name.endsWith('VENDOR') ? 'acme' : `value of ${name}`]),
  );
  const entry = JSON.stringify(credentialEntry(names.includes('SYNCLINE_USER_TOKEN') ? 'v2' : 'odata', variables));
  expect(entry).toMatch(/^\{"\w+":\{.*"env":"SYNCLINE_/);
  expect(entry).not.toMatch(/value of SYNCLINE_(PASSWORD|API_KEY|USER_TOKEN)\b/);
});
