import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Targets = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

interface Manifest {
  readonly exports?: Targets;
  /** The programs of worker threads that the package starts itself. */
  readonly imports?: Targets;
  readonly bin?: Readonly<Record<string, string>>;
}

/** Files that the build writes into one folder. */
export interface Output {
  /** The folder in `dist`; empty for `dist` itself. */
  readonly folder: '' | 'bundled' | 'whole';
  /**
   * What becomes a file: each module; each entry, and chunks for what entries share or load later; or each entry with
   * everything that it imports or loads later, also from other packages.
   */
  readonly files: 'modules' | 'entries' | 'whole entries';
  /** Path in the folder without extension → path of the source. */
  readonly entries: Readonly<Record<string, string>>;
}

export interface Entries {
  readonly outputs: readonly Output[];
  /** The sources of programs, which are run for their effects. */
  readonly programs: readonly string[];
}

/** The source of a built file of a manifest. */
export function sourceOf(built: string): string {
  return built.replace(/^\.\/dist\/((bundled|whole)\/)?/, 'src/').replace(/\.js$/, '.ts');
}

const nameOf = (source: string): string => source.replace(/^\.?\/?src\//, '').replace(/\.ts$/, '');

/**
 * The sources behind a manifest's `exports`, `imports` and `bin`, and where their files go.
 *
 * A package whose `exports` have the condition `node` is built twice. Node loads a few files faster than a hundred. The
 * bundler of a page gets one file for each module, and can then load later what the page does not need at first. An entry
 * in `dist/whole` is for hosts that can load nothing later, such as service workers.
 *
 * @throws {Error} when only some of the entries have the condition: a program could load the same class twice
 */
export function readEntries(folder: string): Entries {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  const { exports = {}, imports = {}, bin = {} } = manifest;
  const behind = (targets: Targets, condition: string): readonly string[] =>
    Object.values(targets).flatMap((target) =>
      typeof target === 'object' && target[condition] ? [sourceOf(target[condition])] : [],
    );
  const sources = behind(exports, 'default');
  const forNode = behind(exports, 'node');
  if (forNode.length > 0 && forNode.join() !== sources.join())
    throw new Error(`${folder}/package.json must have the condition "node" for every entry, or for none.`);
  const programs = [...behind(imports, 'default'), ...Object.values(bin).map(sourceOf)];
  const entries = Object.fromEntries([...sources, ...programs].map((source) => [nameOf(source), source]));
  const isTwofold = forNode.length > 0;
  const whole = Object.values(exports)
    .flatMap((target) => (typeof target === 'object' ? (target['default'] ?? []) : []))
    .filter((file) => file.startsWith('./dist/whole/'))
    .map(sourceOf);
  const wholeEntries = Object.fromEntries(whole.map((source) => [nameOf(source), source]));
  return {
    outputs: [
      { folder: '', files: isTwofold ? 'modules' : 'entries', entries },
      ...(isTwofold ? [{ folder: 'bundled', files: 'entries', entries } as const] : []),
      ...(whole.length > 0 ? [{ folder: 'whole', files: 'whole entries', entries: wholeEntries } as const] : []),
    ],
    programs: programs.map((source) => join(folder, source)),
  };
}
