import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Package, checkPackage } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import type { Manifest } from './packages.ts';
import type { Tarball } from './tarball.ts';

/** The messages of publint, including suggestions. */
export async function publintFaults(manifest: Manifest, { file }: Tarball): Promise<readonly string[]> {
  const { messages } = await publint({ strict: true, pack: { tarball: new Uint8Array(readFileSync(file)).buffer } });
  return messages.map((message) => `publint: ${formatMessage(message, manifest as never) ?? message.code}`);
}

/** Type problems for ESM. The packages are ESM only, so the problems of older CommonJS resolution do not count. */
export async function typesFaults(
  folder: string,
  { name, version }: Manifest,
  { entries }: Tarball,
): Promise<readonly string[]> {
  const files = Object.fromEntries(
    entries.map((path) => [`/node_modules/${name}/${path}`, readFileSync(join(folder, path), 'utf8')]),
  );
  const result = await checkPackage(new Package(files, name, version), { excludeEntrypoints: [/\.json$/] });
  if (!result.types) return ['attw: has no types'];
  return result.problems
    .filter(
      (problem) =>
        problem.kind !== 'CJSResolvesToESM' && !('resolutionKind' in problem && problem.resolutionKind === 'node10'),
    )
    .map((problem) => `attw: ${JSON.stringify(problem)}`);
}
