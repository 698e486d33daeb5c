import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Targets = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

interface Manifest {
  readonly exports?: Targets;
  /** The programs of worker threads that the package starts itself. */
  readonly imports?: Targets;
  readonly bin?: Readonly<Record<string, string>>;
}

export interface Entries {
  /** Path in `dist` without extension → path of the source. */
  readonly entries: Readonly<Record<string, string>>;
  /** The sources of programs, which are run for their effects. */
  readonly programs: readonly string[];
}

/** The source of a built file of a manifest. */
export function sourceOf(built: string): string {
  return built.replace(/^\.\/dist\//, 'src/').replace(/\.js$/, '.ts');
}

const nameOf = (source: string): string => source.replace(/^\.?\/?src\//, '').replace(/\.ts$/, '');

/** The sources behind a manifest's `exports`, `imports` and `bin`. */
export function readEntries(folder: string): Entries {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  const { exports = {}, imports = {}, bin = {} } = manifest;
  const behind = (targets: Targets): readonly string[] =>
    Object.values(targets).flatMap((target) =>
      typeof target === 'object' && target.default ? [sourceOf(target.default)] : [],
    );
  const sources = behind(exports);
  const programs = [...behind(imports), ...Object.values(bin).map(sourceOf)];
  return {
    entries: Object.fromEntries([...sources, ...programs].map((source) => [nameOf(source), source])),
    programs: programs.map((source) => join(folder, source)),
  };
}
