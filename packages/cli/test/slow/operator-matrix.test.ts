import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { run } from '../../src/index.ts';
import { argumentsOf, cellOf, checkForm, commands, type Form, type ServiceName } from '../command/support/matrix.ts';
import { expectNoSecret } from '../command/support/no-secret.ts';
import { type Installation, install, services } from '../command/support/services.ts';
import { countTurns } from '../command/support/turn-time.ts';

/**
 * Runs every command in this process against services of each kind, in each of its output forms, with and without a
 * terminal of 80 columns. `operator-programs.test.ts` runs the program that ships.
 */
const installed = new Map<ServiceName, Installation>();
const names = Object.keys(services) as ServiceName[];
const listeners = process.getMaxListeners();
let snapshot = '';

beforeAll(async () => {
  // Each running command listens for Ctrl-C, which would exceed the default number of listeners.
  process.setMaxListeners(0);
  for (const name of names) installed.set(name, await install(services[name]));
  const { file, folder, secret } = installed.get('healthy') as Installation;
  snapshot = join(folder, 'snapshot');
  vi.stubEnv('SYNC_PASSWORD', secret);
  await runHere(['snapshot', snapshot, '--config', file], undefined);
  vi.unstubAllEnvs();
});
afterAll(async () => {
  for (const each of installed.values()) await each.close();
  process.setMaxListeners(listeners);
});

/** Runs a command line in this process. If `columns` is given, it runs on a terminal of that width. */
async function runHere(args: readonly string[], columns: number | undefined) {
  const texts: { readonly out: string[]; readonly err: string[] } = { out: [], err: [] };
  const status = await run(args, {
    out: (text) => texts.out.push(text),
    err: (text) => texts.err.push(text),
    colored: columns !== undefined,
    terminal: columns === undefined ? undefined : { width: () => columns, progress: () => undefined },
  });
  return { status, out: texts.out.join('\n'), err: texts.err.join('\n') };
}

/** Runs a command against a service in one output form, and checks the output. */
async function check(name: string, service: ServiceName, form: Form, columns: number | undefined): Promise<void> {
  const installation = installed.get(service) as Installation;
  const { file, folder } = installation;
  const cell = cellOf(name, service);
  const more = form === 'table' ? [] : ['config check', 'export'].includes(name) ? ['--json'] : ['--output', form];
  const created = join(folder, `${name}-${form}-${columns}`);
  const { status, out, err } = await runHere(
    [...argumentsOf(name, snapshot, created), ...more, '--config', file],
    columns,
  );

  const place = `${name} as ${form} ${columns === undefined ? 'off' : 'on'} a terminal: ${out}\n${err}`;
  expect(status, place).toBe(cell.status);
  expectNoSecret(installation, out, err);
  if (form === 'table') {
    const shown = stripVTControlCharacters(`${out}\n${err}`);
    // A terminal breaks sentences between words.
    expect(`${shown}\n${shown.replaceAll(/\n */g, ' ')}`, place).toMatch(cell.says);
    if (columns === undefined) return void expect(out).not.toContain('\u001b');
    // A path may be longer than the terminal is wide, but a table may not.
    if (commands[name]?.isLocal === true) return;
    for (const line of stripVTControlCharacters(out).split('\n'))
      if (!line.includes(folder)) expect(stringWidth(line), place).toBeLessThanOrEqual(columns);
  } else if (cell.code === undefined) checkForm(form, out);
  else if (form === 'json' || form === 'ndjson')
    expect(JSON.parse(out)).toMatchObject({ error: { code: cell.code, message: expect.any(String) } });
  else expect(err, place).toMatch(cell.says);
}

/** Each output form of a command, without a terminal, and two forms on a terminal. */
function viewsOf(name: string): readonly (readonly [Form, number | undefined])[] {
  const { forms = [] } = commands[name] ?? {};
  return [...forms.map((form) => [form, undefined] as const), ['table', 80], ['json', 80]];
}

describe.each(names)('a service that is %s', (service) => {
  /**
   * Whether a command runs until its time limit. This is true of every command if the service does not respond, and of
   * `wait` if the service fails in another way, because `wait` then tries again.
   */
  const lasts = (name: string): boolean =>
    service === 'down' || service === 'slow' || (name === 'wait' && cellOf(name, service).code !== undefined);
  const all = Object.keys(commands);
  const checkAll = async (name: string): Promise<void> => {
    await Promise.all(viewsOf(name).map(([form, columns]) => check(name, service, form, columns)));
  };

  beforeAll(() => {
    vi.stubEnv('SYNC_PASSWORD', (installed.get(service) as Installation).secret);
    return () => void vi.unstubAllEnvs();
  });
  test.each(all.filter((name) => !lasts(name)))('%s', checkAll);
  describe('until the time is up', () => {
    beforeAll(countTurns);
    test.concurrent.each(all.filter(lasts))('%s', checkAll);
  });
});
