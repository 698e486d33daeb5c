import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';

interface Manifest {
  readonly name?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** A built file, with what it imports. */
interface Chunk {
  readonly fileName: string;
  readonly imports: readonly string[];
  readonly dynamicImports: readonly string[];
}

/**
 * Imports in the chunks that users would not have installed: packages that the manifest lists neither as a dependency
 * nor as a peer. A bundler adds such an import when it rewrites syntax with one of its helper functions.
 *
 * @returns a message for each; empty if there are none
 */
export function unlistedImports(folder: string, chunks: readonly Chunk[]): readonly string[] {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  const { name = '', dependencies = {}, peerDependencies = {} } = manifest;
  const listed = new Set([name, ...Object.keys(dependencies), ...Object.keys(peerDependencies)]);
  const files = new Set(chunks.map(({ fileName }) => fileName));
  return chunks.flatMap(({ fileName, imports, dynamicImports }) =>
    [...imports, ...dynamicImports]
      .filter((specifier) => !files.has(specifier) && !/^[./#]/.test(specifier) && !isBuiltin(specifier))
      .filter((specifier) => !listed.has(/^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? ''))
      .map(
        (specifier) =>
          `${fileName} imports ${specifier}, which package.json of ${name} does not list. Add it to the dependencies; ` +
          'or, if no source imports it, change the syntax that the bundler rewrites with it.',
      ),
  );
}
