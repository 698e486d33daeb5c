import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StagedPackages, stagePackages } from '../../../../scripts/ship/stage-packages.ts';
import { argumentsOf, cellOf, checkForm, commands, type ServiceName } from '../command/support/matrix.ts';
import { expectNoSecret } from '../command/support/no-secret.ts';
import { type Ended, hasTerminal, runBin, type RunOptions, type RunningProgram } from '../command/support/run-bin.ts';
import { type Installation, install, services } from '../command/support/services.ts';

/**
 * Runs the program that ships, with and without a terminal. Each command starts once for each kind of service.
 * `operator-matrix.test.ts` tests all forms of output.
 */
const installed = new Map<ServiceName, Installation>();
const terminal = hasTerminal ? { columns: 80, rows: 24 } : undefined;
/** Whether a service does not respond. Its commands then only wait for time limits, which turn time makes short. */
const isSilent = (name: ServiceName): boolean => name === 'down' || name === 'slow';
let snapshot = '';
let staged: StagedPackages;

/** Runs the program as it ships, which starts many times faster than its source. */
function start(service: ServiceName, args: readonly string[], options: RunOptions): Promise<Ended> {
  const { file, variables } = installed.get(service) as Installation;
  const program = join(staged.folderOf('cli'), 'dist/bin.js');
  return runBin([...args, '--config', file], { program, variables, hasTurnTime: isSilent(service), ...options });
}
const argsOf = (name: string, service: ServiceName, place: string): readonly string[] =>
  argumentsOf(name, snapshot, join((installed.get(service) as Installation).folder, `${name}-${place}`));

beforeAll(async () => {
  staged = await stagePackages();
  for (const name of Object.keys(services) as ServiceName[]) installed.set(name, await install(services[name]));
  snapshot = join((installed.get('healthy') as Installation).folder, 'snapshot');
  await start('healthy', ['snapshot', snapshot], {});
});
afterAll(async () => {
  for (const each of installed.values()) await each.close();
  staged.remove();
});

/** What a terminal shows at the end. Each progress message replaces the previous line. */
function withoutProgress(shown: string): string {
  return stripVTControlCharacters(shown.split('\r\u001b[K').at(-1) ?? '').replaceAll('\r', '');
}

/** What the process list shows for a program and its child processes. */
function processListOf({ pid }: RunningProgram): string {
  return execFileSync('ps', ['-o', 'args=', '--pid', String(pid), '--ppid', String(pid)], { encoding: 'utf8' });
}

const seen: readonly ServiceName[] = ['healthy', 'down', 'slow', 'refusing', 'paging', 'ignoring filters'];
describe.each(seen)('on a terminal, of a service that is %s', (service) => {
  // A refusing service responds, so turn time cannot be used, and `wait` would run for half a minute.
  const names = Object.keys(commands).filter((name) => name !== 'wait' || service !== 'refusing');
  test.concurrent.each(names)('%s', async (name) => {
    const { status, out, err } = await start(service, argsOf(name, service, 'seen'), { terminal });
    const shown = `${withoutProgress(out)}\n${err}`;
    const cell = cellOf(name, service);
    expect(status, shown).toBe(cell.status);
    // A terminal breaks sentences between words.
    expect(`${shown}\n${shown.replaceAll(/\n */g, ' ')}`).toMatch(cell.says);
    expectNoSecret(installed.get(service) as Installation, out, err);
  });
});

test.concurrent.each(Object.keys(commands))('a program reads the JSON of %s', async (name) => {
  const { status, out } = await start('healthy', [...argsOf(name, 'healthy', 'json'), '--json'], {});
  expect(status).toBe(cellOf(name, 'healthy').status);
  checkForm('json', out);
});

describe('watch', () => {
  const watch = (service: ServiceName, more: readonly string[], options: RunOptions) =>
    start(service, ['watch', '--interval', '1s', ...more], options);
  /** Calls `end` when the program has shown a text. */
  const until = (text: string, end: (program: RunningProgram) => void): Pick<RunOptions, 'onOutput'> => {
    let isDone = false;
    return {
      onOutput: (shown, program) => {
        if (isDone || !shown.includes(text)) return;
        isDone = true;
        end(program);
      },
    };
  };
  const press = (key: string) => (program: RunningProgram) => program.press(key);
  const interrupt = (program: RunningProgram): void => program.interrupt();
  /** Checks that the text was shown, that the cursor is visible again, and that there is no stack trace. */
  const expectLastFrame = (shown: string, text: string): void => {
    expect(shown).toContain(text);
    expect(shown.lastIndexOf('\u001b[?25h')).toBeGreaterThan(shown.lastIndexOf('\u001b[?25l'));
    expect(shown).not.toMatch(/^ {4}at /m);
  };
  const shows: readonly (readonly [ServiceName, string])[] = [
    ['healthy', 'failed'],
    ['down', 'ECONNREFUSED'],
    ['slow', '60000 ms'],
    ['paging', 'failed'],
    ['capped', 'failed'],
    ['ignoring filters', 'failed'],
    ['ignoring the order', 'failed'],
    ['sending HTML', 'text/html'],
    ['failing beside the value', 'error: Partial'],
  ];
  test.concurrent.each(shows)('of a service that is %s shows %j, and keeps it at the end', async (service, text) => {
    const left = await watch(service, [], {
      terminal,
      ...until(text, terminal === undefined ? interrupt : press('q')),
    });
    expect(left.status).toBe(terminal === undefined ? 130 : 0);
    expectNoSecret(installed.get(service) as Installation, left.out, left.err);
    if (terminal === undefined) expect(left.out + left.err).toContain(text);
    else expectLastFrame(left.out, text);
  });
  test.each(['healthy', 'down'] as const)('of a service that is %s is 130 after Ctrl-C', async (service) => {
    const [, text = ''] = shows.find(([name]) => name === service) ?? [];
    const lines = await watch(service, ['--output', 'ndjson'], until(text, interrupt));
    expect(lines.status).toBe(130);
    checkForm('ndjson', lines.out);
    if (terminal === undefined) return;
    const drawn = await watch(service, [], { terminal, ...until(text, interrupt) });
    expect(drawn.status).toBe(130);
    expectLastFrame(drawn.out, text);
    // The program ends by itself and not by the signal, so the work after the command is also done.
    const har = join((installed.get(service) as Installation).folder, 'watched.har');
    const recorded = await start(service, ['record', '--out', har, '--', 'watch'], {
      terminal,
      ...until(text, interrupt),
    });
    expect(recorded.status).toBe(130);
    expect(recorded.out).toMatch(/Recorded \d+ requests?|Nothing was sent/);
    expect(existsSync(`${har}.part`)).toBe(false);
  });
  test('of a service that refuses is 3, with a terminal and without', async () => {
    const ended = await watch('refusing', [], {});
    expect(ended.status).toBe(3);
    expect(ended.err).toContain('401');
    if (terminal !== undefined) expect((await watch('refusing', [], { terminal })).status).toBe(3);
  });
});

describe('Ctrl-C gives 130 without an error, and the process list shows no secret', () => {
  /** Interrupts a program once the service has received a request, to which it does not respond. */
  const interrupted = async (name: string, view: RunOptions['terminal']): Promise<Ended & { processes: string }> => {
    const { sandbox } = installed.get('slow') as Installation;
    const known = sandbox.requests.length;
    let processes = '';
    const ended = await start('slow', argsOf(name, 'slow', 'never'), {
      terminal: view,
      hasTurnTime: false,
      onStart: (program) => {
        const look = setInterval(() => {
          if (sandbox.requests.length === known) return;
          clearInterval(look);
          processes = processListOf(program);
          program.interrupt();
        }, 5);
      },
    });
    return { ...ended, processes };
  };
  const lasting = Object.keys(commands).filter((name) => name !== 'config check');
  const check = async (name: string, view: RunOptions['terminal']): Promise<void> => {
    const installation = installed.get('slow') as Installation;
    const { status, out, err, processes } = await interrupted(name, view);
    expect(status, out + err).toBe(130);
    expect(out + err).not.toMatch(/^ {4}at |Error/m);
    expect(processes).toContain(installation.file);
    expectNoSecret(installation, out, err, processes);
  };
  test.each(lasting)('%s', (name) => check(name, terminal));
  test.each(['status', 'export'])('%s, where it is a signal', (name) => check(name, undefined));
});
