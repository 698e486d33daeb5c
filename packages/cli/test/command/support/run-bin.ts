import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('../../../src/bin.ts', import.meta.url));
const withTurnTime = new URL('with-turn-time.ts', import.meta.url).href;

/** Whether this machine has `script`, which runs a program on a terminal. */
export const hasTerminal = spawnSync('script', ['--version']).status === 0;

/** How a test runs the program. */
export interface RunOptions {
  /** The built program, which starts many times faster. @default its source */
  readonly program?: string | undefined;
  readonly variables?: Readonly<Record<string, string>>;
  /** Runs on a terminal of this size. Everything that is printed then arrives in `out`. @default without a terminal */
  readonly terminal?: { readonly columns: number; readonly rows: number } | undefined;
  /**
   * Whether time passes with the turns of the program's event loop, so that time limits pass quickly. Use it only for a
   * service that does not respond: the slower a response from another process arrives, the more turns pass meanwhile.
   *
   * @default false
   */
  readonly hasTurnTime?: boolean | undefined;
  /** Called after each piece of output, with everything printed so far. */
  readonly onOutput?: ((shown: string, program: RunningProgram) => void) | undefined;
  /** Called when the program has started. */
  readonly onStart?: ((program: RunningProgram) => void) | undefined;
}

/** The program while it runs. */
export interface RunningProgram {
  readonly pid: number;
  /** Ends the program as Ctrl-C does: with a key on a terminal, and otherwise with SIGINT. */
  interrupt(): void;
  /** Presses a key on the terminal. */
  press(key: string): void;
}

/** The program's output and exit status. */
export interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs `syncline` in its own process. The process gets only PATH and HOME from the environment of this one. */
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
  // With a terminal, stdin stays open, because closing it would end `script`.
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
