import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');

/** The published packages, each after the packages that it imports. */
export const PUBLISHED = [
  'openapi',
  'core',
  'odata',
  'auth',
  'client',
  'runs',
  'jobs',
  'sandbox',
  'ops',
  'mcp',
  'cli',
] as const;

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly files?: readonly string[];
  readonly scripts?: Readonly<Record<string, string>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}
