import { ConfigError, isSynclineError, type SynclineError } from '@syncline/core/internal';
import { ConfigFileError } from '@syncline/ops';
import type { CommandOutput } from '../formats/command-context.ts';
import type { Format } from '../formats/print-rows.ts';
import { reportOnGithub } from '../formats/command-report.ts';
import { toJson } from '../formats/to-json.ts';
import type { Output } from '../terminal/output.ts';
import { paint } from '../terminal/style.ts';
import { cleanLine } from '../terminal/output.ts';
import { breakCommands, type CommandPlace, readsCommands } from './break-commands.ts';

/** The options of a command as given on the command line. */
export interface OperatorOptions {
  readonly config?: string;
  readonly environment?: string;
  readonly output?: Format;
  readonly json?: boolean;
  readonly fields?: string;
  readonly [name: string]: unknown;
}

/** The output of a command with these options. */
export function outputOf(options: OperatorOptions, output: Output): CommandOutput {
  const { terminal } = output;
  const format = formatOf(options);
  return {
    format,
    fields: options.fields,
    view: { width: terminal?.width(), colored: output.colored, now: Date.now() },
    ...safeWriters(placeOf(format), output, format === 'csv'),
    closed: output.closed,
    progress: (text) => terminal?.progress(text),
    report: reportOnGithub(process.env, output.err),
  };
}

function formatOf({ output = 'table', json }: OperatorOptions): Format {
  if (json === true && output !== 'table' && output !== 'json')
    throw new ConfigError('--json', `is short for --output json: leave out --output ${output}`);
  return json === true ? 'json' : output;
}

function placeOf(format: Format): CommandPlace {
  if (format === 'junit') return 'xml';
  return format === 'table' || format === 'csv' ? 'text' : 'json';
}

/**
 * Writers whose notes are one line each. If a CI service reads the log for commands, text from the service must not
 * become a command. A file keeps every character.
 *
 * @param isExact - whether the result keeps every character, also without a file
 */
function safeWriters(place: CommandPlace, output: Output, isExact = false): Pick<CommandOutput, 'write' | 'note'> {
  const out = isExact ? (output.exact ?? output.out) : output.out;
  const note = (text: string): void => output.err(cleanLine(text));
  if (!readsCommands(process.env)) return { write: out, note };
  return {
    write: output.isFile === true ? out : (text) => out(breakCommands(text, place)),
    note: (text) => note(breakCommands(text, 'text')),
  };
}

/**
 * Prints an error: as JSON on stdout if the output is JSON or NDJSON, otherwise as text on stderr. On GitHub Actions,
 * also as an annotation.
 */
export async function tellError(
  error: SynclineError & { readonly status?: number },
  environment: string,
  options: OperatorOptions,
  output: Output,
): Promise<void> {
  const { code } = error;
  // Only the problems of a configuration are on lines of their own.
  const message = error instanceof ConfigFileError ? error.message : cleanLine(error.message);
  const hint = hintFor(error, environment);
  const lines = hint === undefined ? message : `${message}\n${hint}`;
  if (options.json === true || options.output === 'json' || options.output === 'ndjson') {
    const problems = error instanceof ConfigFileError ? { problems: error.problems } : {};
    const indent = options.output === 'ndjson' ? 0 : 2;
    safeWriters('json', output).write(toJson({ error: { code, message, hint, ...problems } }, indent));
  } else
    output.err(
      `${paint('syncline:', 'red', output)} ${readsCommands(process.env) ? breakCommands(lines, 'text') : lines}`,
    );
  const annotation = { level: 'error', title: 'syncline', message: lines } as const;
  await reportOnGithub(process.env, output.err)?.({ annotations: [annotation] });
}

/** What to do about an error if its message does not say so. For a failed wait, it depends on the cause. */
function hintFor(
  { code, status, cause }: SynclineError & { readonly status?: number },
  environment: string,
): string | undefined {
  const entry = `environments.${environment}`;
  switch (code) {
    case 'NETWORK_ERROR':
    case 'TIMEOUT':
    case 'RESPONSE_FORMAT':
      return `Check the address in ${entry} of the configuration, or find the cause with \`syncline doctor\`.`;
    case 'AUTH_FAILED':
      return `Check the credential in ${entry} of the configuration.`;
    case 'HTTP_ERROR':
      if (status === 401 || status === 403) return `Check the credential in ${entry} of the configuration.`;
      if (status === 404) return `Check the address in ${entry} of the configuration.`;
      if (status === 429) return 'The service limits the number of requests. Try again later.';
      return status !== undefined && status >= 500 ? 'The service failed. Try again later.' : undefined;
    case 'WAIT_TIMEOUT':
    case 'WAIT_UNREADABLE':
      return isSynclineError(cause) ? hintFor(cause, environment) : undefined;
    default:
      return undefined;
  }
}
