import type { SandboxData } from './records.ts';
import { ConfigError, suggestion } from '@syncline/core/errors';
import { invalid, shown, withSource, wrong } from './data-error.ts';
import { parseExact } from './number-text.ts';

const arrays = ['jobs', 'history', 'connectors', 'workspaces'];
const maps = ['jobStatus', 'taskHistory'];

/**
 * Parses the text of a data file. Numbers keep their exact spelling, with every digit.
 *
 * @throws ConfigError naming the place and the rule that it breaks
 */
export function readData(text: string): SandboxData {
  let data: unknown;
  try {
    data = parseExact(text);
  } catch (error) {
    throw new ConfigError('data', `must be valid JSON: ${(error as Error).message}`);
  }
  return checkData(data);
}

/** Checks the outline of the data. The records are checked when they are stored. @throws ConfigError */
export function checkData(data: unknown): SandboxData {
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    throw new ConfigError('data', `must be an object, found ${shown(data)}`);
  return withSource(data, () => checkParts(data));
}

function checkParts(data: object): SandboxData {
  for (const [name, value] of Object.entries(data)) {
    if (maps.includes(name)) checkMap(name, value);
    else if (!arrays.includes(name)) throw invalid(name, `is unknown: ${suggestion(name, [...arrays, ...maps])}`);
    else if (!Array.isArray(value) && !(name === 'history' && isIterable(value))) throw wrong(name, 'an array', value);
  }
  return data as SandboxData;
}

function checkMap(name: string, value: unknown): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(name, 'an object', value);
  for (const [key, records] of Object.entries(value)) {
    if (!Array.isArray(records)) throw wrong(`${name}[${JSON.stringify(key)}]`, 'an array', records);
  }
}

function isIterable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}
