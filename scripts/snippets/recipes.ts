import { cpSync, globSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSandbox } from '@syncline/sandbox';
import { onEveryCore } from '../on-every-core.ts';
import { execute } from './execute.ts';
import { fences, type Fence, isMarked, titleOf } from './fences.ts';
import { type Scene, scenes } from './scenes.ts';

/** The moment at which recipes run, for the sandbox and for their programs, so that their output is always the same. */
const now = '2026-03-02T06:00:00Z';
const pages = 'packages/docs/src/content/docs/recipes/';

/** The result of one recipe. */
export interface RecipeResult {
  readonly page: string;
  readonly failures: readonly string[];
  readonly skipped?: string | undefined;
}

/**
 * Follows the steps of a recipe. Writes the blocks with a file name (`title="failed-runs.ts"`) into a folder, and runs
 * the `sh` blocks that are marked `run` there, with the variables that the index of the recipes exports and a listening
 * sandbox. Compares the output with the `text` block that follows. Then compiles the programs.
 *
 * @param names - the recipes to run; all of them, if there are none
 */
export async function runRecipes(root: URL, folder: URL, names: readonly string[]): Promise<RecipeResult[]> {
  const base = new URL('recipes/', folder);
  const commands = writeCommands(root, base);
  const exported = variablesOf(readFileSync(new URL(`${pages}index.md`, root), 'utf8'));
  const chosen = globSync(`${pages}*.md`, { cwd: fileURLToPath(root) })
    .sort()
    .map((page) => ({ page, name: basename(page, '.md') }))
    .filter(({ name }) => name !== 'index' && (names.length === 0 || names.includes(name)));
  const results = await onEveryCore(chosen, ({ page, name }) =>
    runRecipe(root, page, new URL(`${name}/`, base), scenes[name] ?? {}, { ...exported, ...commands }),
  );
  return names.length === 0 || names.includes('samples')
    ? [...results, await runSamples(root, new URL('samples/', base), { ...exported, ...commands })]
    : results;
}

async function runRecipe(
  root: URL,
  page: string,
  folder: URL,
  scene: Scene,
  variables: Record<string, string>,
): Promise<RecipeResult> {
  mkdirSync(folder, { recursive: true });
  symlinkSync(fileURLToPath(new URL('node_modules', root)), fileURLToPath(new URL('node_modules', folder)));
  const blocks = fences(readFileSync(new URL(page, root), 'utf8'));
  writeFiles(folder, blocks);
  const failures = scene.missing === undefined ? await play(scene, folder, commandsOf(blocks), variables) : [];
  return { page, failures: [...failures, ...(await compile(root, folder))], skipped: scene.missing };
}

/** Runs the code samples of the documents. Each must return a result. */
async function runSamples(root: URL, folder: URL, variables: Record<string, string>): Promise<RecipeResult> {
  const source = new URL('openapi/samples/', root);
  cpSync(source, folder, { recursive: true });
  writeFiles(folder, []);
  const commands = readdirSync(source).map((name) => ({
    at: name,
    code: `${name.endsWith('.ts') ? 'node' : 'bash'} ${name}`,
    shown: undefined,
  }));
  const failures = await play({}, folder, commands, variables);
  return { page: 'openapi/samples/', failures: [...failures, ...(await compile(root, folder))] };
}

/** A command of a page: where it is, and the output that the page shows. Without `shown`, any output is right. */
interface Command {
  readonly at: string;
  readonly code: string;
  readonly shown: string | undefined;
}

function commandsOf(blocks: readonly Fence[]): Command[] {
  return blocks
    .map((block, index) => ({ block, next: blocks[index + 1] }))
    .filter(({ block }) => block.language === 'sh' && isMarked(block, 'run'))
    .map(({ block, next }) => ({
      at: `line ${block.line}`,
      code: block.code,
      shown: next?.language === 'text' ? next.code : '',
    }));
}

/** The variables that a page exports. Their values contain the address of the sandbox. */
function variablesOf(text: string): Record<string, string> {
  const lines = [...text.matchAll(/^export (.+)$/gm)].flatMap(([, line = '']) => line.split(' '));
  return Object.fromEntries(lines.map((entry) => [entry.split('=')[0]!, entry.slice(entry.indexOf('=') + 1)]));
}

/** The programs `syncline`, `npx` and `tsc` of this checkout, for the recipes, and the time at which they run. */
function writeCommands(root: URL, base: URL): Record<string, string> {
  const bin = new URL('bin/', base);
  mkdirSync(bin, { recursive: true });
  const path = (file: string) => fileURLToPath(new URL(file, root));
  const script = (name: string, line: string) =>
    writeFileSync(new URL(name, bin), `#!/bin/sh\nexec ${line} "$@"\n`, { mode: 0o755 });
  script('syncline', `'${process.execPath}' '${path('packages/cli/src/bin.ts')}'`);
  script('node', `'${process.execPath}'`);
  script('tsc', `'${path('node_modules/.bin/tsc')}'`);
  script('npx', '');
  const clock = new URL('clock.mjs', base);
  writeFileSync(
    clock,
    `const offset = Date.parse('${now}') - Date.now();
const real = Date.now;
globalThis.Date = class extends Date {
  constructor(...parts) {
    if (parts.length === 0) super(real() + offset);
    else super(...parts);
  }
  static now() {
    return real() + offset;
  }
};
`,
  );
  return {
    PATH: `${fileURLToPath(bin)}:${process.env['PATH']}`,
    NODE_OPTIONS: `--conditions=@syncline/source --disable-warning=ExperimentalWarning --import ${clock.href}`,
    NO_COLOR: '1',
  };
}

function writeFiles(folder: URL, blocks: readonly Fence[]): void {
  writeFileSync(new URL('package.json', folder), '{ "type": "module" }\n');
  for (const block of blocks) {
    const name = titleOf(block);
    if (name === undefined) continue;
    const file = new URL(name, folder);
    mkdirSync(new URL('./', file), { recursive: true });
    writeFileSync(file, `${block.code}\n`);
  }
  const options = { extends: '../../../../../tsconfig.base.json', compilerOptions: { ...compiler, outDir: 'dist' } };
  writeFileSync(new URL('tsconfig.json', folder), JSON.stringify({ ...options, exclude: ['dist', 'node_modules'] }));
}

const compiler = {
  types: ['node'],
  lib: ['ES2024', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
  declaration: false,
  declarationMap: false,
};

async function play(
  scene: Scene,
  folder: URL,
  commands: readonly Command[],
  variables: Record<string, string>,
): Promise<string[]> {
  const sandbox = createSandbox({ clock: { start: now }, ...scene.options });
  const { urls } = await sandbox.listen();
  const here = (text: string) => text.replaceAll('http://127.0.0.1:4000', new URL(urls.odata).origin);
  const environment = Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, here(value)]));
  const failures: string[] = [];
  const end = await scene.begin?.({ folder, sandbox, environment });
  if (commands.length === 0) failures.push('has no `sh` block that is marked `run`');
  for (const { at, code, shown } of commands) {
    const { status, stdout, stderr } = await execute('bash', ['-c', here(code)], {
      cwd: fileURLToPath(folder),
      env: { ...process.env, ...environment },
    });
    if (status !== 0) failures.push(`${at}: exit ${status}: ${`${stdout}${stderr}`.trim().slice(-2000)}`);
    else if (stdout.trim() === '') failures.push(`${at}: found nothing. ${stderr.trim().slice(0, 500)}`);
    else if (shown !== undefined && !fits(stdout, shown))
      failures.push(`${at}: printed\n${stdout.trim().slice(0, 3000)}\nbut the page shows\n${shown.trim()}`);
  }
  try {
    await end?.();
  } catch (error) {
    failures.push((error as Error).message);
  }
  await sandbox.close();
  return failures;
}

/** Whether a program printed what the page shows. A page may show only the first lines, and end with `…`. */
function fits(printed: string, shown: string): boolean {
  const lines = shown.trim().split('\n');
  const all = printed.trim().split('\n');
  return lines.at(-1) === '…'
    ? lines.length > 1 &&
        all.length >= lines.length &&
        all.slice(0, lines.length - 1).join('\n') === lines.slice(0, -1).join('\n')
    : all.join('\n') === lines.join('\n');
}

/** Runs after the commands, because a program may use files that they wrote. */
async function compile(root: URL, folder: URL): Promise<string[]> {
  if (globSync('*.ts', { cwd: fileURLToPath(folder) }).length === 0) return [];
  const bin = fileURLToPath(new URL('node_modules/.bin/tsc', root));
  const { status, stdout, stderr } = await execute(bin, ['-p', fileURLToPath(folder), '--noEmit', '--pretty', 'false']);
  return status === 0 ? [] : [`does not compile: ${stdout}${stderr}`];
}
