import type { Behavior } from '../behavior/behavior.ts';
import type { SandboxOptions } from '../listen/create-sandbox.ts';
import type { NamesOption } from '../data/property-names.ts';
import { readDataFile } from '../data-file/read-data-file.ts';
import { ConfigError, suggestion } from '@syncline/core/errors';
import { drive, readInSteps, readProblem, textOf } from '@syncline/core/read-files';
import type { FaultRule } from '../faults/rule.ts';
import { type HarRecording, parseHar, readHar } from '../replay/read-har.ts';
import type { CorsOption } from '../service/cors.ts';

// An `import` would read every export and load parts of Node that nothing here uses, which would add milliseconds to
// each start.
const fs = process.getBuiltinModule('node:fs');
const { parseArgs } = process.getBuiltinModule('node:util');

/** A text of V8 has at most this many characters. A recording of a day can be large. */
const mostBytes = 536_870_888;

const flags = {
  port: { type: 'string' },
  host: { type: 'string' },
  data: { type: 'string' },
  seed: { type: 'string' },
  scale: { type: 'string' },
  vendor: { type: 'string' },
  file: { type: 'string' },
  latency: { type: 'string' },
  rules: { type: 'string' },
  replay: { type: 'string' },
  start: { type: 'string' },
  envelope: { type: 'string' },
  cors: { type: 'string' },
  names: { type: 'string' },
  strict: { type: 'boolean' },
  'edge-cases': { type: 'boolean' },
  behavior: { type: 'string' },
  output: { type: 'string' },
  json: { type: 'boolean' },
  quiet: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

/** A parsed command line. */
export type Command =
  | { readonly kind: 'help' | 'version' }
  | {
      readonly kind: 'serve';
      readonly port: number;
      readonly host: string;
      readonly json: boolean;
      readonly quiet: boolean;
      readonly options: SandboxOptions;
      /** What the user should know about a file that was read */
      readonly note: string | undefined;
    };

/**
 * Parses the command line and reads the files that it names. `onRead` is called with the bytes of a long data file.
 *
 * @throws ConfigError with a message of one line
 */
export function readCommand(args: readonly string[], onRead?: (bytes: number) => void): Command {
  const values = parse(args);
  if (values.help) return { kind: 'help' };
  if (values.version) return { kind: 'version' };
  if (values.data !== undefined && values.scale !== undefined)
    throw new ConfigError('--scale', 'applies to generated data only; omit --data or --scale');
  if (values.replay !== undefined && (values.data ?? values.scale) !== undefined)
    throw new ConfigError('--replay', 'uses the recording; omit --data and --scale');
  if (values.output !== undefined && !['text', 'json'].includes(values.output))
    throw new ConfigError('--output', `must be text or json, found ${JSON.stringify(values.output)}`);
  const replay = values.replay === undefined ? undefined : replayFile(values.replay);
  const options: SandboxOptions = {
    ...(values.data !== undefined && { data: readDataFile(values.data, onRead) }),
    ...(values.seed !== undefined && {
      seed: whole('--seed', values.seed, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
    }),
    ...(values.scale !== undefined && { scale: scale(values.scale) }),
    ...(values.vendor !== undefined && { vendor: values.vendor }),
    ...(values.file !== undefined && { file: values.file }),
    ...(values.latency !== undefined && { latency: whole('--latency', values.latency, 0, 600_000) }),
    ...(values.rules !== undefined && { rules: rulesFile(values.rules) }),
    ...(replay !== undefined && { replay: replay.recording }),
    ...(values.envelope !== undefined && { envelope: values.envelope as 'array' | 'value' }),
    ...(values.cors !== undefined && { cors: cors(values.cors) }),
    ...(values.names !== undefined && { names: readNames(values.names) }),
    ...(values['edge-cases'] !== undefined && { edgeCases: values['edge-cases'] }),
    ...(values.strict !== undefined && { strict: values.strict }),
    ...(values.behavior !== undefined && { behavior: readBehavior(values.behavior) }),
    clock: { running: true, ...(values.start !== undefined && { start: values.start }) },
  };
  const port = whole('--port', values.port ?? '0', 0, 65_535);
  return {
    kind: 'serve',
    port,
    host: values.host ?? '127.0.0.1',
    json: values.json ?? values.output === 'json',
    quiet: values.quiet ?? false,
    options,
    note: replay?.note,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: flags }).values;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const [sentence = ''] = message.split(/\.\s|\n/, 1);
    const unknown = code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' ? /'--([^' ]+)/.exec(message)?.[1] : undefined;
    if (unknown !== undefined)
      throw new ConfigError(
        `--${unknown}`,
        `is not an option: ${suggestion(unknown, Object.keys(flags))}`.replace(/mean (.*)\?$/, 'mean --$1?'),
      );
    throw new ConfigError('The command line', `is invalid: ${sentence}; see --help`);
  }
}

function whole(flag: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (!/^-?\d+$/.test(text) || value < min || value > max)
    throw new ConfigError(flag, `must be a whole number from ${min} to ${max}, found ${JSON.stringify(text)}`);
  return value;
}

/** The option itself checks the origins. */
function cors(text: string): CorsOption {
  if (text === 'none') return false;
  return text === 'loopback' ? text : text.split(',').map((origin) => origin.trim());
}

function scale(text: string): Record<string, number> {
  return Object.fromEntries(
    readPairs('--scale', text).map(([name, value]) => [
      name,
      whole(`--scale ${name}`, value, 0, Number.MAX_SAFE_INTEGER),
    ]),
  );
}

/** `appear=end,page-cap=100`. The option itself checks names and values. */
function readBehavior(text: string): Behavior {
  return Object.fromEntries(
    readPairs('--behavior', text).map(([name, value]) => [
      name.replace(/-[a-z]/g, (letter) => letter.slice(1).toUpperCase()),
      /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : value === 'true' || (value !== 'false' && value),
    ]),
  );
}

/** The pairs of `a=1,b=2`. @throws ConfigError when a name occurs twice, because one of the values would have no effect */
function readPairs(flag: string, text: string): [name: string, value: string][] {
  const pairs = text.split(',').map((part): [string, string] => {
    const [name = '', ...rest] = part.split('=');
    return [name.trim(), rest.join('=').trim()];
  });
  const names = pairs.map(([name]) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw new ConfigError(`${flag} ${repeated}`, 'must be given once');
  return pairs;
}

/** `pascal`, or `historyid=Id,runstartdate=RunStartDate`. The option itself checks the names. */
function readNames(text: string): NamesOption {
  if (text === 'pascal') return text;
  if (!text.includes('='))
    throw new ConfigError(
      '--names',
      `must be pascal, or pairs such as historyid=Id,runstartdate=RunStartDate; found ${JSON.stringify(text)}`,
    );
  return Object.fromEntries(readPairs('--names', text));
}

function rulesFile(path: string): readonly FaultRule[] {
  return parseFile('--rules', path, JSON.parse) as readonly FaultRule[];
}

/** Reads the recording here too, so that an error names the file. */
function replayFile(path: string): { readonly recording: HarRecording; readonly note: string | undefined } {
  const { har, isCut } = parseFile('--replay', path, parseHar);
  try {
    const { calls } = readHar(har);
    const note = `--replay ${path} ends within an entry, perhaps because its recorder was killed. Replays the ${calls.length} requests before it.`;
    return { recording: har as HarRecording, note: isCut ? note : undefined };
  } catch (error) {
    throw new ConfigError(`--replay ${path}`, `cannot be used: ${(error as Error).message}`);
  }
}

function parseFile<Parsed>(flag: string, path: string, parse: (text: string) => Parsed): Parsed {
  const text = readText(flag, path);
  try {
    return parse(text);
  } catch (error) {
    throw new ConfigError(`${flag} ${path}`, `must be valid JSON: ${(error as Error).message}`);
  }
}

function readText(flag: string, path: string): string {
  try {
    // Editors and tools on Windows write a byte order mark.
    return textOf(drive(readInSteps(fs, path, mostBytes))).replace(/^\ufeff/, '');
  } catch (error) {
    throw new ConfigError(`${flag} ${path}`, readProblem(error));
  }
}
