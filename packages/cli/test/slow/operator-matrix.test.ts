import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type StagedPackages, stagePackages } from '../../../../scripts/ship/stage-packages.ts';
import { run } from '../../src/index.ts';
import { argumentsOf, cellOf, checkForm, commands, type Form, type ServiceName } from '../operator/support/matrix.ts';
import { type Ended, hasTerminal, runBin, type RunOptions, type RunningProgram } from '../operator/support/run-bin.ts';
import { type Installation, install, services } from '../operator/support/services.ts';
import { speedUp } from '../operator/support/speed-up.ts';

/**
 * Every command against services of each kind: as the program that ships, on a terminal; and in this process in each form
 * that it has, off a terminal and on one of 80 columns. Time passes 20 times as fast where a service does not answer as it
 * should, so that limits and pauses pass soon.
 */
const installed = new Map<ServiceName, Installation>();
const names = Object.keys(services) as ServiceName[];
const isFailing = (name: ServiceName): boolean => cellOf('jobs', name).code !== undefined;
const terminal = { columns: 80, rows: 24 };
let snapshot = '';
let staged: StagedPackages;
/** Runs the program as it ships, which starts many times as fast as its source. */
const start = (args: readonly string[], options: RunOptions): Promise<Ended> =>
  runBin(args, { program: join(staged.folderOf('cli'), 'dist/bin.js'), ...options });

beforeAll(async () => {
  staged = await stagePackages();
  for (const name of names) installed.set(name, await install(services[name]));
  const { file, folder, variables } = installed.get('healthy') as Installation;
  snapshot = join(folder, 'snapshot');
  await start(['snapshot', snapshot, '--config', file], { variables });
});
afterAll(async () => {
  for (const each of installed.values()) await each.close();
  staged.remove();
});

/** Runs a command line in this process, on a terminal or off one. */
async function runHere(args: readonly string[], columns: number | undefined): Promise<Ended> {
  const texts: { readonly out: string[]; readonly err: string[] } = { out: [], err: [] };
  const status = await run(args, {
    out: (text) => texts.out.push(text),
    err: (text) => texts.err.push(text),
    colour: columns !== undefined,
    terminal: columns === undefined ? undefined : { width: () => columns, progress: () => undefined },
  });
  return { status, out: texts.out.join('\n'), err: texts.err.join('\n') };
}

/** What a terminal shows in the end: each text of progress replaces the line before. */
function withoutProgress(shown: string): string {
  return stripVTControlCharacters(shown.split('\r\u001b[K').at(-1) ?? '').replaceAll('\r', '');
}

/** What the process list shows of a program and of those that it started. */
async function processListOf({ pid }: RunningProgram): Promise<string> {
  const args = ['-o', 'args=', '--pid', String(pid), '--ppid', String(pid)];
  return (await promisify(execFile)('ps', args)).stdout;
}

/** What no output may show: the secret, and the header that carries it. */
function expectNoSecret({ secret }: Installation, ...texts: readonly string[]): void {
  for (const text of texts) {
    expect(text).not.toContain(secret);
    for (const [encoded] of text.matchAll(/[A-Za-z0-9+/]{16,}={0,2}/g))
      expect(Buffer.from(encoded, 'base64').toString('latin1')).not.toContain(secret);
  }
}

describe.each(names)('a service that is %s', (service) => {
  beforeAll(() => {
    vi.stubEnv('SYNC_PASSWORD', (installed.get(service) as Installation).secret);
    const slowDown = isFailing(service) ? speedUp() : undefined;
    return () => {
      slowDown?.();
      vi.unstubAllEnvs();
    };
  });

  test.concurrent.each(Object.keys(commands))('%s', async (name) => {
    const installation = installed.get(service) as Installation;
    const { file, folder, variables } = installation;
    const cell = cellOf(name, service);
    const isError = cell.code !== undefined;
    const { forms = [], isLocal } = commands[name] ?? {};
    const lineOf = (form: Form, place: string): readonly string[] => {
      const more = form === 'table' ? [] : name === 'config check' ? ['--json'] : ['--output', form];
      return [...argumentsOf(name, snapshot, join(folder, `${name}-${place}`)), ...more, '--config', file];
    };

    const program = async () => {
      let processes: Promise<string> | undefined;
      const ended = await start(lineOf('table', 'program'), {
        variables,
        isFast: isFailing(service),
        terminal: hasTerminal ? terminal : undefined,
        onStart: (running) => (processes = processListOf(running)),
      });
      const shown = `${withoutProgress(ended.out)}\n${ended.err}`;
      expect(ended.status, shown).toBe(cell.status);
      expect(shown).toMatch(cell.says);
      expect(await processes).toContain(file);
      expectNoSecret(installation, ended.out, ended.err, (await processes) ?? '');
    };
    const here = async (form: Form, columns: number | undefined) => {
      const ended = await runHere(lineOf(form, `${form}-${columns}`), columns);
      const { status, out, err } = ended;
      const place = `${name} as ${form} ${columns === undefined ? 'off' : 'on'} a terminal: ${out}\n${err}`;
      expect(status, place).toBe(cell.status);
      expectNoSecret(installation, out, err);
      if (form === 'table') {
        expect(stripVTControlCharacters(`${out}\n${err}`), place).toMatch(cell.says);
        if (columns === undefined) expect(out).not.toContain('\u001b');
        // A path may be longer than the terminal, a table may not.
        const lines = stripVTControlCharacters(out).split('\n');
        for (const line of lines.filter((each) => columns !== undefined && !isLocal && !each.includes(folder)))
          expect(stringWidth(line), place).toBeLessThanOrEqual(columns ?? 0);
      } else if (isError && form !== 'json' && form !== 'ndjson') expect(err, place).toMatch(cell.says);
      else checkForm(form, out);
      if (isError && (form === 'json' || form === 'ndjson'))
        expect(JSON.parse(out)).toMatchObject({ error: { code: cell.code, message: expect.any(String) } });
    };
    await Promise.all([
      program(),
      ...forms.map((form) => here(form, undefined)),
      here('table', terminal.columns),
      here('json', terminal.columns),
    ]);
  });
});

describe('a program reads JSON from the program that ships', () => {
  test.concurrent.each(Object.keys(commands))('%s', async (name) => {
    const { file, folder, variables } = installed.get('healthy') as Installation;
    const args = [...argumentsOf(name, snapshot, join(folder, `${name}-json`)), '--json', '--config', file];
    const { status, out } = await start(args, { variables });
    expect(status).toBe(cellOf(name, 'healthy').status);
    checkForm('json', out);
  });
});

describe('watch', () => {
  const watch = (service: ServiceName, more: readonly string[], options: RunOptions) => {
    const { file, variables } = installed.get(service) as Installation;
    const args = ['watch', '--interval', '1s', ...more, '--config', file];
    return start(args, { variables, isFast: isFailing(service), ...options });
  };
  /** Ends the program when it has shown a text. */
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
  test.concurrent.each(
    shows,
  )('of a service that is %s shows %j, and leaves it on the terminal', async (service, text) => {
    const installation = installed.get(service) as Installation;
    const left = await watch(
      service,
      [],
      hasTerminal
        ? { terminal, ...until(text, (each) => each.press('q')) }
        : {
            ...until(text, (each) => each.interrupt()),
          },
    );
    expect(left.status).toBe(hasTerminal ? 0 : 130);
    expect(left.out + left.err).toContain(text);
    expectNoSecret(installation, left.out, left.err);
  });
  test.each(['healthy', 'down'] as const)('of a service that is %s is 130 after Ctrl-C', async (service) => {
    const [, text = ''] = shows.find(([name]) => name === service) ?? [];
    const interrupt = until(text, (each) => each.interrupt());
    const lines = await watch(service, ['--output', 'ndjson'], interrupt);
    expect(lines.status).toBe(130);
    checkForm('ndjson', lines.out);
    if (hasTerminal)
      expect((await watch(service, [], { terminal, ...until(text, (each) => each.interrupt()) })).status).toBe(130);
  });
  test('of a service that refuses is 3, with a terminal and without', async () => {
    const ended = await watch('refusing', [], {});
    expect(ended.status).toBe(3);
    expect(ended.err).toContain('401');
    if (hasTerminal) expect((await watch('refusing', [], { terminal })).status).toBe(3);
  });
});

describe('Ctrl-C is 130', () => {
  /** Interrupts a program when the service has got a request of it, which it does not answer. */
  const interrupted = async (name: string, view: RunOptions['terminal']): Promise<Ended> => {
    const { file, variables, sandbox, folder } = installed.get('slow') as Installation;
    const known = sandbox.requests.length;
    const args = [...argumentsOf(name, snapshot, join(folder, `${name}-never`)), '--config', file];
    return start(args, {
      variables,
      terminal: view,
      onStart: (program) => {
        const look = setInterval(() => {
          if (sandbox.requests.length === known) return;
          clearInterval(look);
          program.interrupt();
        }, 5);
      },
    });
  };
  const lasting = Object.keys(commands).filter((name) => name !== 'config check');
  test.each(lasting)('%s', async (name) => {
    const { status, out, err } = await interrupted(name, hasTerminal ? terminal : undefined);
    expect(status, out + err).toBe(130);
  });
  test.each(['status', 'export'])('%s, where it is a signal', async (name) => {
    const { status, out, err } = await interrupted(name, undefined);
    expect(status, out + err).toBe(130);
  });
});
