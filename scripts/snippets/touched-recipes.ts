import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { PUBLISHED, readManifest, ROOT } from '../ship/packages.ts';

/** A recipe: its name, its page, and the text of the page. */
export interface Recipe {
  readonly name: string;
  readonly page: string;
  readonly text: string;
}

/** The recipes that the changed files touch: pages that changed, and those that use a package which changed. */
export function touchedRecipes(
  recipes: readonly Recipe[],
  changed: readonly string[],
  dependenciesOf: (name: string) => readonly string[],
): readonly string[] {
  const touched = new Set(changed.flatMap((path) => /^packages\/([^/]+)\/src\//.exec(path)?.[1] ?? []));
  const uses = (name: string): boolean => touched.has(name) || dependenciesOf(name).some(uses);
  return recipes
    .filter(({ page, text }) => {
      const named = [...text.matchAll(/@syncline\/([a-z]+)/g)].map(([, name = '']) => name);
      const commands = /^(?:npx )?syncline /m.test(text) ? ['cli'] : [];
      // Every recipe runs against the sandbox.
      return changed.includes(page) || [...named, ...commands, 'sandbox'].some(uses);
    })
    .map(({ name }) => name);
}

/** The recipes that the changes since `origin/HEAD` touch, those that are not committed included. */
export function recipesOfChanges(): readonly string[] {
  const git = (...args: string[]): readonly string[] => {
    const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
    return status === 0 ? stdout.split('\n').filter((line) => line !== '') : [];
  };
  const [base = 'HEAD'] = git('merge-base', 'HEAD', 'origin/HEAD');
  const changed = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')];
  const recipes = globSync('packages/docs/src/content/docs/recipes/*.md', { cwd: ROOT })
    .map((page) => ({ name: basename(page, '.md'), page, text: readFileSync(join(ROOT, page), 'utf8') }))
    .filter(({ name }) => name !== 'index');
  const names = new Set<string>(PUBLISHED);
  return touchedRecipes(recipes, changed, (name) => {
    if (!names.has(name)) return [];
    const { dependencies = {} } = readManifest(join(ROOT, 'packages', name));
    return Object.keys(dependencies).flatMap((each) =>
      each.startsWith('@syncline/') ? [each.slice('@syncline/'.length)] : [],
    );
  });
}
