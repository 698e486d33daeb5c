import { ConfigError } from '@syncline/core/errors';
import { OpenFile, readProblem } from '@syncline/core/read-files';
import { invalid, setSource, withSource, wrong } from '../data/data-error.ts';
import { parseExact } from '../data/number-text.ts';
import { type OpenRecord, type SandboxData, checkData } from '../data/records.ts';
import { type JsonReader, createJsonReader } from './json-reader.ts';

// An `import` would read every export and load parts of Node that nothing here uses, which would add milliseconds to
// each start.
const fs = process.getBuiltinModule('node:fs');

const chunkBytes = 1024 * 1024;

/**
 * Reads a data file of any size. Its history stays in the file and is read record by record each time it is iterated;
 * everything else is read at once. Numbers keep their exact spelling, with every digit.
 *
 * @param onProgress - called after each mebibyte, with the number of bytes that were read so far
 * @throws ConfigError naming the file, the record and the field
 * @example
 * const sandbox = createSandbox({ data: readDataFile('history.json'), file: 'history.sqlite' });
 */
export function readDataFile(path: string, onProgress?: (bytes: number) => void): SandboxData {
  const data: Record<string, unknown> = {};
  setSource(data, path);
  const history = {
    [Symbol.iterator]: (): Iterator<OpenRecord> => readHistory(path) as Iterator<OpenRecord>,
  };
  return withSource(data, () => {
    for (const { name, reader } of members(path, onProgress)) {
      if (Object.hasOwn(data, name)) throw invalid(name, 'must appear exactly once');
      if (reader.peek() !== '[') data[name] = parsed(reader.value(), name);
      else if (name === 'history') {
        for (const _ of elements(reader, name));
        data[name] = history;
      } else data[name] = [...elements(reader, name)].map(({ text, path }) => parsed(text, path));
    }
    return checkData(data);
  });
}

function* readHistory(path: string): Generator<unknown> {
  for (const { name, reader } of members(path)) {
    if (name !== 'history') reader.value();
    else {
      for (const { text, path } of elements(reader, name)) yield parsed(text, path);
      return;
    }
  }
}

/** Yields the members of the object in a file. The reader is then at the member's value, which the caller must read. */
function* members(
  path: string,
  onProgress?: (bytes: number) => void,
): Generator<{ readonly name: string; readonly reader: JsonReader }> {
  const reader = createJsonReader(chunksOf(path, onProgress));
  if (!reader.take('{')) throw wrong('', 'an object', parsed(reader.value(), ''));
  let last = 'the opening brace';
  for (let isFirst = true; !(isFirst && reader.peek() === '}'); isFirst = false) {
    if (reader.peek() !== '"') throw malformed('', `a name in double quotes after ${last}`);
    const name = String(parsed(reader.value(), ''));
    if (!reader.take(':')) throw malformed(name, 'a colon after the name');
    yield { name, reader };
    last = name;
    if (!reader.take(',')) break;
  }
  if (!reader.take('}')) throw malformed('', `a comma or the closing brace after ${last}`);
  if (reader.peek() !== '') throw malformed('', 'nothing after the closing brace');
}

function* elements(reader: JsonReader, name: string): Generator<{ readonly text: string; readonly path: string }> {
  reader.take('[');
  if (reader.take(']')) return;
  for (let index = 0; ; index++) {
    const path = `${name}[${index}]`;
    const text = reader.value();
    if (text === '') throw malformed(path, 'a record');
    yield { text, path };
    if (reader.take(']')) return;
    if (!reader.take(',')) throw malformed(path, 'a comma or the closing bracket after the record');
  }
}

function parsed(text: string, path: string): unknown {
  try {
    return parseExact(text);
  } catch (error) {
    // The parser counts from the start of the value, and not of the file.
    const message = (error as Error).message.replace(/ in JSON at position (\d+).*/, (_, offset: string) =>
      path === '' ? '' : ` at offset ${offset} of ${path}`,
    );
    throw invalid(path, `must be valid JSON: ${message}`);
  }
}

function malformed(path: string, expected: string): Error {
  return invalid(path, `must be valid JSON: expected ${expected}`);
}

/** The text of a file in chunks. The file is closed when the iteration ends. */
function* chunksOf(path: string, onProgress?: (bytes: number) => void): Generator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const file = readable(path, () => new OpenFile(fs, path));
  try {
    const bytes = new Uint8Array(chunkBytes);
    let total = 0;
    const read = (): number => readable(path, () => file.read(bytes));
    for (let count = read(); count > 0; count = read()) {
      yield decode(() => decoder.decode(bytes.subarray(0, count), { stream: true }));
      onProgress?.((total += count));
    }
    yield decode(() => decoder.decode());
  } finally {
    file.close();
  }
}

function readable<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new ConfigError(path, readProblem(error));
  }
}

function decode(work: () => string): string {
  try {
    return work();
  } catch {
    throw invalid('', 'must be UTF-8 text');
  }
}
