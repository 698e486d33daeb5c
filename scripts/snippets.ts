/**
 * Checks that every example works. Compiles each `ts` block of the READMEs, the guides and the docstrings. Runs the
 * blocks that are marked `run` against the sandbox, and compares their output with the `text` block that follows.
 * Blocks marked `setup` are included before the later blocks of their page. Blocks marked `given` can use the clients
 * of `scripts/snippets/given.ts`. Recipes are run whole (`scripts/snippets/recipes.ts`); `--recipes` runs only them,
 * `--recipes NAME …` only some, and `--recipes-of-changes` those that use a package which differs from `origin/HEAD`. The
 * last line of the output is `N passed, N failed`.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { onEveryCore } from './on-every-core.ts';
import { execute } from './snippets/execute.ts';
import { findSnippets } from './snippets/find.ts';
import { toProgram } from './snippets/program.ts';
import { runRecipes } from './snippets/recipes.ts';
import { recipesOfChanges } from './snippets/touched-recipes.ts';

const root = new URL('../', import.meta.url);
const folder = new URL('packages/docs/.snippets/', root);
const bin = (name: string) => fileURLToPath(new URL(`node_modules/.bin/${name}`, root));

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
writeFileSync(
  new URL('tsconfig.json', folder),
  JSON.stringify({
    extends: '../../../tsconfig.base.json',
    compilerOptions: {
      types: ['node'],
      lib: ['ES2024', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
      noEmit: true,
      allowImportingTsExtensions: true,
      noUnusedLocals: false,
      noUnusedParameters: false,
      moduleDetection: 'force',
    },
    include: ['*.ts'],
  }),
);
writeFileSync(new URL('package.json', folder), '{ "type": "module" }\n');

const isOfChanges = process.argv[2] === '--recipes-of-changes';
const isOnlyRecipes = isOfChanges || process.argv[2] === '--recipes';
const names = isOfChanges ? recipesOfChanges() : process.argv.slice(3);
if (isOfChanges && names.length === 0) {
  console.log('No recipe uses what has changed since origin/HEAD.');
  process.exit(0);
}
const programs = (isOnlyRecipes ? [] : findSnippets(root)).map((snippet, index) => ({
  ...snippet,
  name: `${String(index).padStart(4, '0')}.ts`,
}));
if (programs.length === 0 && !isOnlyRecipes)
  throw new Error('No examples were found. Check the patterns in scripts/snippets/find.ts.');
for (const program of programs) writeFileSync(new URL(program.name, folder), toProgram(program));

const failures = new Map<string, string[]>();
const fail = (name: string, reason: string) => failures.set(name, [...(failures.get(name) ?? []), reason]);

const compiled = isOnlyRecipes
  ? { status: 0, stdout: '', stderr: '' }
  : await execute(bin('tsc'), ['-p', fileURLToPath(folder), '--pretty', 'false']);
const problems = [...compiled.stdout.matchAll(/(\d{4}\.ts)\((\d+),\d+\): (error .+)/g)];
for (const [, name = '', line = '', reason = ''] of problems) fail(name, `line ${line}: ${reason}`);
if (compiled.status !== 0 && problems.length === 0) fail('tsc', `${compiled.stdout}${compiled.stderr}`);

await onEveryCore(
  programs.filter(({ run }) => run),
  async (program) => {
    const file = fileURLToPath(new URL(program.name, folder));
    const { status, stdout, stderr } = await execute(process.execPath, ['--conditions=@syncline/source', file]);
    if (status !== 0) fail(program.name, `exit ${status}: ${stderr.trim().split('\n').slice(0, 8).join('\n')}`);
    else if (program.output === undefined)
      fail(program.name, 'is marked `run`, but no `text` block with its output follows');
    else if (stdout.trim() !== program.output.trim())
      fail(program.name, `printed\n${stdout.trim()}\nbut the page shows\n${program.output.trim()}`);
  },
);

const recipes = await runRecipes(root, folder, names);
for (const { page, failures: reasons } of recipes) for (const reason of reasons) fail(page, reason);
for (const { page, skipped } of recipes) if (skipped !== undefined) console.log(`${page} was not run: ${skipped}.`);

for (const [name, reasons] of failures) {
  const program = programs.find((candidate) => candidate.name === name);
  console.error(`${program === undefined ? name : `${program.file}:${program.line}`}\n  ${reasons.join('\n  ')}`);
}
if (failures.size > 0)
  console.error('\nFix the examples in their files, then run: node --conditions=@syncline/source scripts/snippets.ts');
console.log(
  `${programs.length} examples compiled, ${programs.filter(({ run }) => run).length} of them run; ${recipes.length} recipes run`,
);
console.log(`${programs.length + recipes.length - failures.size} passed, ${failures.size} failed`);
process.exit(failures.size === 0 ? 0 : 1);
