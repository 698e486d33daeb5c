import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('../../../src/bin.ts', import.meta.url));
const withTurnTime = new URL('with-turn-time.ts', import.meta.url).href;

/** Whether this machine has `script`, which gives a program a terminal. */
export const hasTerminal = spawnSync('script', ['--version']).status === 0;

/** How a test runs the program. */
export interface RunOptions {
  /** The built program, which starts many times as fast. @default its source */
  readonly program?: string | undefined;
  readonly variables?: Readonly<Record<string, string>>;
  /** With a terminal of this size: everything that is printed arrives in `out`. @default without a terminal */
  readonly terminal?: { readonly columns: number; readonly rows: number } | undefined;
  /**
   * Whether time passes with the turns of the program's event loop, so that time limits pass soon. Only for a service that
   * will not answer: an answer out of another process takes as many turns as that is slow. @default false
   */
  readonly hasTurnTime?: boolean | undefined;
  /** Called with everything that has been printed, after each piece. */
  readonly onOutput?: ((shown: string, program: RunningProgram) => void) | undefined;
  /** Called when the program runs. */
  readonly onStart?: ((program: RunningProgram) => void) | undefined;
}

/** The program while it runs. */
export interface RunningProgram {
  readonly pid: number;
  /** Ends it as Ctrl-C does: a key on a terminal, otherwise SIGINT. */
  interrupt(): void;
  /** Presses a key on the terminal. */
  press(key: string): void;
}

/** What the program printed, and how it ended. */
export interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs `syncline` as a process of its own. Nothing of this process's environment reaches it but PATH and HOME. */
export function runBin(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  const { program: built, variables = {}, terminal, hasTurnTime = false, onOutput, onStart } = options;
  const node = [
    process.execPath,
    ...(built === undefined ? ['--conditions=@syncline/source'] : []),
    '--no-warnings',
    ...(hasTurnTime ? ['--import', withTurnTime] : []),
    built ?? source,
    ...args,
  ];
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: process.env['HOME'] ?? '',
    ...(terminal === undefined ? {} : { TERM: 'xterm-256color' }),
    ...variables,
  };
  const [executable = '', ...parameters] =
    terminal === undefined
      ? node
      : [
          'script',
          '-qec',
          `stty cols ${terminal.columns} rows ${terminal.rows}; exec ${node.map(quoted).join(' ')}`,
          '/dev/null',
        ];
  const child = spawn(executable, parameters, { env, stdio: ['pipe', 'pipe', 'pipe'] });
  const texts = { out: '', err: '' };
  const running: RunningProgram = {
    pid: child.pid ?? 0,
    interrupt: () => (terminal === undefined ? child.kill('SIGINT') : child.stdin.write('\u0003')),
    press: (key) => child.stdin.write(key),
  };
  // A terminal that is not read from would end `script`.
  if (terminal === undefined) child.stdin.end();
  for (const [name, stream] of [
    ['out', child.stdout],
    ['err', child.stderr],
  ] as const)
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      texts[name] += chunk;
      onOutput?.(texts.out + texts.err, running);
    });
  onStart?.(running);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => {
      child.stdin.destroy();
      resolve({ status, ...texts });
    });
  });
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
