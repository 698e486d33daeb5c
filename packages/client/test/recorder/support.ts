import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { expect, onTestFinished } from 'vitest';
import type { HarEntry } from '../../src/recorder/har.ts';

const require = createRequire(import.meta.url);
const ajv = new Ajv({ strict: false, allErrors: true });
(addFormats as unknown as (instance: Ajv) => void)(ajv);
ajv.addMetaSchema(require('ajv/dist/refs/json-schema-draft-06.json') as object);
ajv.addSchema(Object.values(require('har-schema') as Record<string, object>));

/** A secret with characters that each encoding writes differently. */
export const canary = 'Canary/7+s&ecret=9"ü';

/** The options of a request as the clients send it. */
export const init = {
  method: 'GET',
  headers: {},
  redirect: 'manual',
  signal: new AbortController().signal,
} as const;

/** The path of a file that is deleted at the end of the test. */
export function temporaryFile(name = 'session.har'): string {
  const folder = mkdtempSync(join(tmpdir(), 'syncline-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, name);
}

/** Reads the entries of a HAR file after checking it against the schema of HAR 1.2. */
export function readHar(path: string, parse: (text: string) => unknown = JSON.parse): HarEntry[] {
  const har = parse(readFileSync(path, 'utf8')) as { log: { version: string; entries: HarEntry[] } };
  const validate = ajv.getSchema('har.json#')!;
  validate(har);
  expect(validate.errors ?? []).toEqual([]);
  expect(har.log.version).toBe('1.2');
  return har.log.entries;
}
