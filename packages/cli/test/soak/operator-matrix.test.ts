import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cellOf, checkForm, commands, type Form, type ServiceName } from '../operator/support/matrix.ts';
import { type Ended, hasTerminal, runBin } from '../operator/support/run-bin.ts';
import { type Installation, install, services } from '../operator/support/services.ts';

/**
 * Every command, in each form that it has, with a terminal and without, against services of each kind, run as a user runs it.
 * Timers of the program fire early, so that the limit of a slow service passes soon.
 */
const installed = new Map<ServiceName, Installation>();
const names = Object.keys(services) as ServiceName[];
const terminal = { columns: 80, rows: 24 };
let snapshot = '';

beforeAll(async () => {
  for (const name of names) installed.set(name, await install(services[name]));
  const { file, folder, variables } = installed.get('healthy') as Installation;
  snapshot = join(folder, 'snapshot');
  await runBin(['snapshot', snapshot, '--config', file], { variables });
});
afterAll(async () => {
  for (const each of installed.values()) await each.close();
});

/** What a terminal shows in the end: each text of progress replaces the line before. */
function withoutProgress(shown: string): string {
  return shown.split('\r\u001b[K').at(-1) ?? '';
}

/** The JSON document in what a terminal shows, where notes for a person come after it. */
function documentIn(shown: string): string {
  const text = stripVTControlCharacters(withoutProgress(shown)).replaceAll('\r', '');
  return /^(?:\[\]|[[{]$[\s\S]*?^[\]}])$/m.exec(text)?.[0] ?? text;
}

/** What the process list shows of a program and of those that it started. */
function argumentsOf(pid: number): string {
  return execFileSync('ps', ['-o', 'args=', '--pid', String(pid), '--ppid', String(pid)], { encoding: 'utf8' });
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
  test.concurrent.each(Object.keys(commands))('%s', async (name) => {
    const installation = installed.get(service) as Installation;
    const { file, folder, variables } = installation;
    const command = commands[name];
    const cell = cellOf(name, service);
    const run = async (form: Form, hasView: boolean): Promise<Ended> => {
      const more = form === 'table' ? [] : name === 'config check' ? ['--json'] : ['--output', form];
      const args = (command?.args ?? []).map((each) =>
        each.replace('SNAPSHOT', snapshot).replace('NEW', join(folder, `new-${form}-${hasView}`)),
      );
      let processes = '';
      const ended = await runBin([...args, ...more, '--config', file], {
        variables,
        isFast: true,
        terminal: hasView ? terminal : undefined,
        onStart: ({ pid }) => (processes = argumentsOf(pid)),
      });
      const place = `${name} as ${form} ${hasView ? 'on' : 'off'} a terminal: ${ended.out}${ended.err}`;
      expect(ended.status, place).toBe(cell.status);
      expect(processes).toContain(file);
      expectNoSecret(installation, ended.out, ended.err, processes);
      if (form === 'table')
        expect(stripVTControlCharacters(`${ended.out}\n${ended.err}`).replaceAll('\r', ''), place).toMatch(cell.says);
      return ended;
    };
    const table = await run('table', false);
    expect(table.out).not.toContain('\u001b');
    if (hasTerminal) {
      const { out } = await run('table', true);
      const lines = stripVTControlCharacters(withoutProgress(out)).split(/\r?\n|\r/);
      // A message may be longer than the terminal, a table may not.
      if (cell.code === undefined && !command?.isLocal)
        expect(Math.max(...lines.map((line) => stringWidth(line)))).toBeLessThanOrEqual(terminal.columns);
    }
    const failing = cell.code !== undefined;
    for (const form of (command?.forms ?? []).filter((each) => each !== 'table')) {
      const isError = failing && (form === 'json' || form === 'ndjson');
      const { out, err } = await run(form, false);
      if (!failing || isError) checkForm(form, out);
      else expect(err).toMatch(cell.says);
      if (isError) expect(JSON.parse(out)).toMatchObject({ error: { code: cell.code, message: expect.any(String) } });
      if (hasTerminal && form === 'json') checkForm('json', documentIn((await run(form, true)).out));
    }
  });
});

describe('watch', () => {
  const watch = (service: ServiceName, more: readonly string[], options: Parameters<typeof runBin>[1]) => {
    const { file, variables } = installed.get(service) as Installation;
    return runBin(['watch', '--interval', '1s', ...more, '--config', file], { variables, isFast: true, ...options });
  };
  const until = (text: string, act: 'interrupt' | 'q') => {
    let isDone = false;
    return {
      onOutput: (shown: string, program: { interrupt(): void; press(key: string): void }): void => {
        if (isDone || !shown.includes(text)) return;
        isDone = true;
        if (act === 'q') program.press('q');
        else program.interrupt();
      },
    };
  };
  const shows: readonly (readonly [ServiceName, string])[] = [
    ['healthy', 'failed'],
    ['down', 'ECONNREFUSED'],
    ['slow', '30000 ms'],
    ['paging', 'failed'],
    ['capped', 'failed'],
    ['ignoring filters', 'failed'],
    ['ignoring the order', 'failed'],
    ['sending HTML', 'text/html'],
    ['failing beside the value', 'body is an error'],
  ];
  test.each(shows)('of a service that is %s shows %j, and Ctrl-C is 130 in each form', async (service, text) => {
    for (const more of [[], ['--output', 'ndjson']]) {
      const ended = await watch(service, more, until(text, 'interrupt'));
      expect(ended.status).toBe(130);
      expectNoSecret(installed.get(service) as Installation, ended.out, ended.err);
      if (more.length > 0) checkForm('ndjson', ended.out);
    }
    if (!hasTerminal) return;
    expect((await watch(service, [], { terminal, ...until(text, 'interrupt') })).status).toBe(130);
    const left = await watch(service, [], { terminal, ...until(text, 'q') });
    expect(left.status).toBe(0);
    expect(left.out).toContain(text);
  });
  test('of a service that refuses is 3, with a terminal and without', async () => {
    const ended = await watch('refusing', [], {});
    expect(ended.status).toBe(3);
    expect(ended.err).toContain('401');
    if (hasTerminal) expect((await watch('refusing', [], { terminal })).status).toBe(3);
  });
});

describe('Ctrl-C is 130', () => {
  const lasting = Object.keys(commands).filter((name) => name !== 'config check');
  test.each(lasting)('%s', async (name) => {
    const { file, variables, sandbox, folder } = installed.get('slow') as Installation;
    const args = (commands[name]?.args ?? []).map((each) =>
      each.replace('SNAPSHOT', snapshot).replace('NEW', join(folder, 'never')),
    );
    for (const view of hasTerminal ? [undefined, terminal] : [undefined]) {
      const known = sandbox.requests.length;
      const { status, out, err } = await runBin([...args, '--config', file], {
        variables,
        terminal: view,
        onStart: (program) => {
          // Ctrl-C comes when the program waits for a response.
          const look = setInterval(() => {
            if (sandbox.requests.length === known) return;
            clearInterval(look);
            program.interrupt();
          }, 20);
        },
      });
      expect(status, out + err).toBe(130);
    }
  });
});
