import { ConfigError } from '@syncline/core/errors';
import { numberText } from './number-text.ts';

/**
 * Thrown when a value in the data breaks a rule. The message names the file that the data comes from, once it is known.
 */
class DataError extends ConfigError {
  readonly #path: string;
  readonly #rule: string;

  constructor(path: string, rule: string, source = 'the data') {
    super(path === '' ? source : `${path} in ${source}`, rule);
    this.#path = path;
    this.#rule = rule;
  }

  /** The same error about the data of a file. */
  in(source: string): DataError {
    return new DataError(this.#path, this.#rule, source);
  }
}

/** An error about a place in the data. `rule` is the rest of the sentence. */
export function invalid(path: string, rule: string): DataError {
  return new DataError(path, rule);
}

export function wrong(path: string, expected: string, found: unknown): DataError {
  return invalid(path, `must be ${expected}, found ${shown(found)}`);
}

export function shown(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  const digits = numberText(value);
  if (typeof value === 'object' && value !== null && digits === undefined) return 'an object';
  const text = typeof value === 'string' ? JSON.stringify(value) : (digits ?? String(value));
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

const sources = new WeakMap<object, string>();

/** Records which file the data comes from. */
export function setSource<T extends object>(data: T, source: string): T {
  sources.set(data, source);
  return data;
}

/** Runs `work`. Errors about the data then name the file. */
export function withSource<T>(data: object, work: () => T): T {
  const source = sources.get(data);
  if (source === undefined) return work();
  try {
    return work();
  } catch (error) {
    throw error instanceof DataError ? error.in(source) : error;
  }
}

/** Whether the data comes from a file. Its history can then be read more than once. */
export function hasSource(data: object): boolean {
  return sources.has(data);
}
