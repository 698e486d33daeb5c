import { isConfigError } from '@syncline/core/errors';
import type { Writable } from 'node:stream';
import type { SandboxCredentials } from '../authenticate/credentials.ts';
import { curlExamples } from '../curl/curl-request.ts';
import type { LoggedRequest } from '../http/request-log.ts';
import { type ListeningSandbox, type Sandbox, createSandbox } from '../listen/create-sandbox.ts';
import { checkPort } from '../listen/listen.ts';
import { createTurnBatch } from '../listen/send-response.ts';
import type { PortableSandbox } from '../portable/portable-sandbox.ts';
import { readCommand } from './read-command.ts';

/** Maximum length of the reason on a line, in characters. */
const shownReason = 300;

/**
 * Formats a request as one line: time, status, duration, request, operation, the query parameters that were ignored, the
 * fault that was applied, and why the request was refused.
 */
export function logLine(
  { at, method, path, query, operationId, status, durationMs, reason, effect, ignored }: LoggedRequest,
  color: boolean,
): string {
  const paint = (code: number, text: string): string => (color ? `\u001b[${code}m${text}\u001b[39m` : text);
  const code = paint(status < 300 ? 32 : status < 500 ? 33 : 31, String(status));
  const address = query === '' ? path : `${path}?${query}`;
  const fault = effect === undefined ? '' : `  ${paint(35, `fault ${printable(effect)}`)}`;
  const why = reason === undefined ? '' : `  ${paint(33, printable(shortened(reason)))}`;
  const unknown = ignored === undefined ? '' : `  ignored ${printable(shortened(ignored.join(', ')))}`;
  const request = `${printable(`${method} ${address}`)}  ${operationId ?? '-'}`;
  return `${at.slice(11, 23)} ${code} ${durationMs.toFixed(1).padStart(7)} ms  ${request}${unknown}${fault}${why}\n`;
}

function shortened(text: string): string {
  return text.length <= shownReason ? text : `${text.slice(0, shownReason)}...`;
}

/** A request can contain any bytes. The terminal must not interpret them. */
function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, (character) => `\\x${character.charCodeAt(0).toString(16)}`);
}

const secondMs = 1000;

/** Receives the progress of a load. */
interface LoadProgress {
  /** Bytes of the data file that were read so far. The outline of the file is read before its records are loaded. */
  readonly bytes: (count: number) => void;
  /** History records that were loaded so far. */
  readonly records: (count: number) => void;
  readonly end: () => void;
}

/**
 * Reports the progress of a load that takes longer than a second: one line per second, and one at the end.
 *
 * @param now - milliseconds since any fixed moment
 */
export function createLoadProgress(stderr: Writable, now: () => number): LoadProgress {
  const startedMs = now();
  let reportedMs = startedMs;
  let loaded = 0;
  const line = (text: string): void => {
    stderr.write(`syncline-sandbox: ${text} ${((now() - startedMs) / secondMs).toFixed(1)} s\n`);
  };
  const isDue = (): boolean => {
    if (now() - reportedMs < secondMs) return false;
    reportedMs = now();
    return true;
  };
  return {
    bytes(count) {
      if (isDue()) line(`${Math.floor(count / 1_000_000).toLocaleString('en')} MB of the data file read after`);
    },
    records(count) {
      loaded = count;
      if (isDue()) line(`${loaded.toLocaleString('en')} history records loaded after`);
    },
    end() {
      if (reportedMs > startedMs) line(`${loaded.toLocaleString('en')} history records loaded in`);
    },
  };
}

/** Text of `--help`. */
const help = `Usage: syncline-sandbox [options]

A local copy of the data synchronization service.

Where it listens:
  --port <number>     the port; 0 for any free port (default: 0)
  --host <address>    the address; 0.0.0.0 accepts requests from the network
                      (default: 127.0.0.1)
  --cors <origins>    web pages that may read responses: loopback (pages on this
                      machine), none, or https://docs.example.com,…
                      (default: loopback)
  --output <form>     the output format: text, or json for one line when it is
                      ready and nothing else (default: text)
  --json              short for --output json
  --quiet             do not print a line for each request

What it serves:
  --data <file>       JSON: { jobs, history, connectors, workspaces, jobStatus,
                      taskHistory }
  --replay <file>     a HAR file of a recorded session: replays its responses
                      by operation, parameters and order, and accepts every
                      credential
  --seed <number>     the seed of the generated data and runs (default: 1)
  --scale <parts>     how much to generate: jobs=500,history=1000000 (jobs,
                      history, connectors, workspaces, transformations)
  --edge-cases        names that are hard to encode, numbers beyond 2^53, and a
                      password beyond ASCII
  --file <file>       the SQLite file that keeps the data (default: in memory)
  --vendor <name>     the vendor in the header x-<vendor>-authtoken
                      (default: acme)
  --names <names>     names of history and connector properties: pascal (Id,
                      RunStartDate), or historyid=Id,runstartdate=RunStartDate
                      (default: as in --data)
  --envelope <shape>  the shape of OData collections: value or array
                      (default: value)
  --start <time>      the initial time of the clock, RFC 3339 (default: now)

How it behaves:
  --strict            refuse what the specification does not allow: a + for a
                      space in a query, and query parameters that an operation
                      does not have
  --behavior <parts>  how services differ: appear=end, late-updates=20m,
                      retention=30d, page-cap=100, next-link=true,
                      duplicates=0.1, shuffle=true, clock-offset=-2h,
                      zoneless=Europe/Berlin, filter=refuse or ignore,
                      order-by=ignore

How it fails:
  --latency <ms>      wait this many milliseconds before every response
  --rules <file>      a JSON array of fault rules, as sandbox.faults.add takes
                      them

  -v, --version       print the version
  -h, --help          print this text

Exit status:
  0    you stopped it, with Ctrl-C or SIGTERM
  2    an option or a file cannot be used; nothing was started
`;

/** One line for programs: URLs and credentials. */
function announceJson({ urls, credentials }: ListeningSandbox): string {
  return `${JSON.stringify({ urls, credentials })}\n`;
}

/** URLs, credentials and one curl command per operation, with the names and ids of `examples`. */
function announce(
  { urls, credentials }: ListeningSandbox,
  { examples, names, replaying }: Pick<PortableSandbox, 'examples' | 'names' | 'replaying'>,
  color: boolean,
): string {
  const bold = (text: string): string => (color ? `\u001b[1m${text}\u001b[22m` : text);
  const dim = (text: string): string => (color ? `\u001b[2m${text}\u001b[22m` : text);
  const row = (name: string, value: string): string => `  ${bold(name.padEnd(16))} ${value}`;
  return [
    '',
    bold('Syncline sandbox'),
    '',
    row('OData', urls.odata),
    row('v2', urls.v2),
    row('cloud', urls.cloud),
    row('tokens', urls.auth),
    row('control page', urls.control),
    ...(replaying === undefined ? [] : [row('replays', replaying)]),
    '',
    ...credentialRows(credentials).map(([name, value]) => row(name, value)),
    '',
    ...curlExamples(urls, credentials, examples, names).map(({ operationId, curl }) => row(operationId, dim(curl))),
    '',
    dim('Press Ctrl-C to stop.'),
    '',
    '',
  ].join('\n');
}

/** A new kind of credential does not compile until it is here. */
function credentialRows(credentials: SandboxCredentials): readonly (readonly [name: string, value: string])[] {
  const { basic, apiKey, userToken, personalAccessToken, serviceAccount, ...others } = credentials;
  others satisfies Record<string, never>;
  return [
    ['Basic', `${basic.username} : ${basic.password}`],
    ['API key', `${apiKey.headerName}: ${apiKey.value}`],
    ['user token', `${userToken.headerName}: ${userToken.value}`],
    ['access token', `${personalAccessToken.email} : ${personalAccessToken.token}`],
    ['service account', `${serviceAccount.clientId} : ${serviceAccount.clientSecret}`],
  ];
}

/** Where the command writes. */
interface Terminal {
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly color: boolean;
  readonly version: string;
  /** Called when the sandbox listens, before its address is printed: whoever reads the address may stop it at once. */
  readonly onListening?: ((serving: Serving) => void) | undefined;
}

/** A listening sandbox. `flushLog` writes the log lines that are still buffered. */
interface Serving {
  readonly sandbox: Sandbox;
  readonly listening: ListeningSandbox;
  readonly flushLog: () => void;
}

/** The result of the command: an exit code, or a listening sandbox. */
type Started = { readonly exitCode: number } | ({ readonly exitCode: undefined } & Serving);

/** Runs the command until it listens. A mistake in the arguments is one line on `stderr` and exit status 2. */
export async function run(args: readonly string[], terminal: Terminal): Promise<Started> {
  const { stdout, stderr, color, version } = terminal;
  let sandbox: Sandbox | undefined;
  try {
    const progress = createLoadProgress(stderr, () => performance.now());
    const command = readCommand(args, progress.bytes);
    if (command.kind !== 'serve') {
      stdout.write(command.kind === 'help' ? help : `${version}\n`);
      return { exitCode: 0 };
    }
    if (command.note !== undefined) stderr.write(`syncline-sandbox: ${command.note}\n`);
    const silent = command.json || command.quiet;
    const lines = createTurnBatch<string>((all) => void stdout.write(all.join('')));
    await checkPort(command);
    sandbox = createSandbox({
      ...command.options,
      onProgress: progress.records,
      ...(!silent && { onRequest: (request) => lines.add(logLine(request, color)) }),
    });
    progress.end();
    const listening = await sandbox.listen({ port: command.port, host: command.host });
    const serving: Serving = { sandbox, listening, flushLog: lines.flush };
    terminal.onListening?.(serving);
    stdout.write(command.json ? announceJson(listening) : announce(listening, sandbox, color));
    return { exitCode: undefined, ...serving };
  } catch (error) {
    await sandbox?.close();
    if (!isConfigError(error)) throw error;
    stderr.write(`syncline-sandbox: ${error.message.replace(/\s+/g, ' ')}\n`);
    return { exitCode: 2 };
  }
}
