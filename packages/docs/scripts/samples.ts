/**
 * Writes down which records the page's sandbox has, so that the inputs of the try-it panels start with records that
 * exist.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createSandbox } from '@syncline/sandbox';
import type { MethodOperation } from '../src/try-it/operation.ts';
import { sandboxStart } from '../src/try-it/sandbox-start.ts';

const sandbox = createSandbox({ clock: { start: sandboxStart } });
const samples: Readonly<Record<MethodOperation['pathParameters'][number], string>> = sandbox.examples;
await sandbox.close();

const missing = Object.entries(samples).flatMap(([name, value]) => (value === '' ? [name] : []));
if (missing.length > 0) throw new Error(`The generated data of the sandbox has no example of ${missing.join(', ')}.`);
const file = new URL('../src/generated/samples.json', import.meta.url);
mkdirSync(new URL('./', file), { recursive: true });
writeFileSync(file, JSON.stringify(samples, null, 2));
