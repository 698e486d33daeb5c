import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';

/** The version of this package, from its manifest. */
export function readVersion(): string {
  const manifest = readFileSync(findPackageJSON(import.meta.url) ?? '', 'utf8');
  return (JSON.parse(manifest) as { readonly version: string }).version;
}
