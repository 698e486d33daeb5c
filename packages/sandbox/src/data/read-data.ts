import type { SandboxData } from '../contract.ts';
import { ConfigError } from '../errors/config-error.ts';
import { wrong } from './check-record.ts';

const arrays = ['jobs', 'history', 'connectors', 'workspaces'];
const maps = ['jobStatus', 'taskHistory'];

/**
 * Reads the text of a data file, whole numbers exact to the last digit.
 *
 * @throws ConfigError naming the place and what was expected there
 */
export function readData(text: string): SandboxData {
  let data: unknown;
  try {
    data = JSON.parse(text, exact as (key: string, value: unknown) => unknown);
  } catch (error) {
    throw new ConfigError('data', `is no JSON: ${(error as Error).message}`);
  }
  return checkData(data);
}

/** Checks the outline of the data; the records are checked as they are stored. @throws ConfigError */
export function checkData(data: unknown): SandboxData {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) throw wrong('the file', 'an object', data);
  for (const [name, value] of Object.entries(data)) {
    if (maps.includes(name)) checkMap(name, value);
    else if (!arrays.includes(name))
      throw new ConfigError(`data: ${name}`, `unknown; expected ${[...arrays, ...maps].join(', ')}`);
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

function exact(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value) || context?.source === undefined) return value;
  return /^-?\d+$/.test(context.source) ? BigInt(context.source) : value;
}
