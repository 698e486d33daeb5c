import { expect, test } from 'vitest';
import { type Recipe, touchedRecipes } from '../snippets/touched-recipes.ts';

const recipes: readonly Recipe[] = [
  { name: 'read', page: 'recipes/read.md', text: "import { createODataClient } from '@syncline/client';" },
  { name: 'wait', page: 'recipes/wait.md', text: 'Run this:\n\nsyncline wait Orders --timeout 2h\n' },
];
const dependencies: Readonly<Record<string, readonly string[]>> = {
  client: ['core', 'odata'],
  cli: ['ops'],
  ops: ['client', 'runs'],
  sandbox: ['odata'],
};

test.each<[string, readonly string[], readonly string[]]>([
  ['nothing', [], []],
  ['a package that a recipe names', ['packages/client/src/index.ts'], ['read', 'wait']],
  ['a package that the command uses', ['packages/runs/src/index.ts'], ['wait']],
  ['a package that the sandbox uses', ['packages/odata/src/index.ts'], ['read', 'wait']],
  ['a package that no recipe uses', ['packages/mcp/src/index.ts'], []],
  ['the tests of a package', ['packages/client/test/a.test.ts'], []],
  ['a page', ['recipes/read.md'], ['read']],
])('%s', (_title, changed, expected) => {
  expect(touchedRecipes(recipes, changed, (name) => dependencies[name] ?? [])).toEqual(expected);
});
