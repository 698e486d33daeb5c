import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repository } from '../support/description-copy.ts';
import { type Contents, ESM, filesIn, projectWith, STRICT, textOf } from '../support/init-project.ts';
import { runCommand } from '../support/run-command.ts';

const program = (folder: string, file: string, ...args: readonly string[]): string =>
  execFileSync(process.execPath, [join(repository, 'node_modules', file), ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '--conditions=@syncline/source' },
  });

const compile = (folder: string): string => program(folder, 'typescript/bin/tsc', '-p', '.');
const nodeTest = (folder: string, ...args: readonly string[]): string =>
  execFileSync(process.execPath, ['--conditions=@syncline/source', '--test-reporter=tap', '--test', ...args], {
    cwd: folder,
    encoding: 'utf8',
    // If this variable is set, a nested run of node:test reports to its parent.
    env: { ...process.env, NODE_TEST_CONTEXT: undefined },
  });

describe('in an existing project', () => {
  test('ES modules, TypeScript, vitest, npm: the files compile in strict mode and the test passes', async () => {
    const folder = await projectWith({
      'package.json': ESM,
      'package-lock.json': '{}',
      'tsconfig.json': { ...STRICT, include: ['src', 'test'] },
      'src/index.ts': 'export {};\n',
      'vitest.config.ts':
        "export default { resolve: { conditions: ['@syncline/source'] }, ssr: { resolve: { conditions: ['@syncline/source'] } } };\n",
    });
    const { status, out, err } = await runCommand('init', folder, '--odata', '--v2', '--cloud');
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(out.split('\n')).toEqual([
      'wrote src/sync-client.ts',
      'wrote test/sync-client.test.ts',
      'wrote .env.example',
      '',
      'Found: npm, TypeScript (tsconfig.json), ES modules, vitest.',
      'Next:',
      '  npm install @syncline/client @syncline/auth',
      '  npm install --save-dev @syncline/sandbox @types/node',
      '  npx vitest run test/sync-client.test.ts',
      'Then copy .env.example to .env and fill it in. Node reads it with `node --env-file=.env`.',
    ]);
    expect(textOf(folder, 'package.json')).toBe(JSON.stringify(ESM));
    expect(compile(folder)).toBe('');
    expect(program(folder, 'vitest/vitest.mjs', 'run', '--root', folder)).toMatch(/3 passed/);
  }, 120_000);

  test('CommonJS, JavaScript, node:test: the files run, and need no TypeScript', async () => {
    const folder = await projectWith({ 'package.json': { name: 'app' }, 'tests/other.js': '' });
    const { status, out } = await runCommand('init', folder, '--v2', 'https://sync.example.com', '--odata');
    expect(status).toBe(0);
    expect(out).toContain('Found: npm, JavaScript, CommonJS, node:test.');
    expect(out).toContain('  npm install --save-dev @syncline/sandbox\n  node --test tests/sync-client.test.js\n');
    expect(filesIn(folder)).toEqual([
      '.env.example',
      'package.json',
      'sync-client.js',
      'tests/other.js',
      'tests/sync-client.test.js',
    ]);
    expect(textOf(folder, 'sync-client.js')).toContain("process.env.SYNCLINE_V2_URL || 'https://sync.example.com/'");
    expect(nodeTest(folder, 'tests/sync-client.test.js')).toContain('# pass 2');
  }, 60_000);

  test('TypeScript without a test runner: Node runs the test if imports end in .ts', async () => {
    const folder = await projectWith({
      'package.json': { name: 'app', type: 'module' },
      'tsconfig.json': STRICT,
      'src/index.ts': '',
      'src/index.test.ts': '',
    });
    const { out } = await runCommand('init', folder, '--cloud');
    expect(out).toContain('node --test src/sync-client.test.ts');
    expect(out).not.toContain('tsx');
    expect(textOf(folder, 'src/sync-client.test.ts')).toContain("from './sync-client.ts'");
    expect(compile(folder)).toBe('');
    expect(nodeTest(folder, 'src/sync-client.test.ts')).toContain('# pass 1');
  }, 60_000);

  test.each([
    ['pnpm-lock.yaml', 'pnpm', 'pnpm add --save-dev @syncline/sandbox', 'pnpm exec vitest run'],
    ['yarn.lock', 'yarn', 'yarn add --dev @syncline/sandbox', 'yarn vitest run'],
    ['bun.lock', 'bun', 'bun add --dev @syncline/sandbox', 'bunx vitest run'],
    ['npm-shrinkwrap.json', 'npm', 'npm install --save-dev @syncline/sandbox', 'npx vitest run'],
  ])('%s: the commands are those of %s', async (lockfile, manager, install, run) => {
    const folder = await projectWith({ 'package.json': ESM, [lockfile]: '' });
    const { out } = await runCommand('init', folder);
    expect(out).toContain(`Found: ${manager}, JavaScript, ES modules, vitest.`);
    expect(out).toContain(install);
    expect(out).toContain(run);
  });

  test.each<[string, object, string]>([
    ['node:test', {}, 'yarn node --test '],
    ['jest', { devDependencies: { jest: '30' } }, 'yarn node --experimental-vm-modules $(yarn bin jest) '],
  ])('%s runs through Yarn, which may have no node_modules', async (_runner, manifest, command) => {
    const folder = await projectWith({
      'package.json': { type: 'module', ...manifest },
      'yarn.lock': '',
      'src/index.js': '',
    });
    const { out } = await runCommand('init', folder, '--json');
    expect((JSON.parse(out) as { test: string }).test).toContain(command);
  });

  test('the nearest folder up to the repository decides, by its packageManager field before its lockfile', async () => {
    const folder = await projectWith({
      '.git/HEAD': 'ref: refs/heads/main\n',
      'pnpm-lock.yaml': '',
      'pnpm-workspace.yaml': '',
      'package.json': { devDependencies: { vitest: '5.1.1' } },
      'packages/app/package.json': { type: 'module', dependencies: { '@syncline/client': '1' } },
      'packages/own/package.json': { packageManager: 'yarn@4.0.0' },
      'packages/own/package-lock.json': '{}',
    });
    const app = (await runCommand('init', join(folder, 'packages/app'))).out;
    expect(app).toContain('Found: pnpm, JavaScript, ES modules, vitest.');
    expect(app).toContain('  pnpm add @syncline/auth\n  pnpm add --save-dev @syncline/sandbox\n');
    expect((await runCommand('init', join(folder, 'packages/own'))).out).toContain('Found: yarn');
    expect((await runCommand('init', folder)).out).toContain('pnpm add --workspace-root @syncline/client');
  });
});

describe('the module syntax of the files', () => {
  const compilerOptions = (options: object): Contents => ({
    'tsconfig.json': { compilerOptions: options },
    'src/index.ts': 'export {};\n',
  });

  test.each<[string, Contents, object, string, RegExp]>([
    [
      'nodenext and ES modules',
      compilerOptions({ module: 'nodenext' }),
      ESM,
      'test/sync-client.test.ts',
      /src\/sync-client\.js'/,
    ],
    [
      'a bundler',
      compilerOptions({ module: 'esnext', moduleResolution: 'bundler' }),
      ESM,
      'test/sync-client.test.ts',
      /src\/sync-client'/,
    ],
    [
      'node16 and CommonJS, which cannot import an ES module',
      compilerOptions({ module: 'node16' }),
      {},
      'test/sync-client.test.mts',
      /src\/sync-client\.mjs'/,
    ],
    [
      'nodenext and CommonJS',
      compilerOptions({ module: 'nodenext' }),
      {},
      'test/sync-client.test.ts',
      /src\/sync-client'/,
    ],
    [
      'vitest and CommonJS, which cannot load vitest',
      {},
      { devDependencies: { vitest: '5.1.1' } },
      'test/sync-client.test.mjs',
      /\.\.\/sync-client\.mjs'/,
    ],
    [
      'jest and JavaScript',
      {},
      { devDependencies: { jest: '30' } },
      'test/sync-client.test.js',
      /require\('\.\.\/sync-client\.js'\)/,
    ],
    [
      'jest and TypeScript',
      compilerOptions({ module: 'commonjs' }),
      { devDependencies: { jest: '30' } },
      'test/sync-client.test.ts',
      /@jest\/globals/,
    ],
    [
      'TypeScript that has only JavaScript files',
      { 'tsconfig.json': { compilerOptions: { allowJs: true, noEmit: true }, include: ['a.js'] }, 'a.js': '' },
      ESM,
      'test/sync-client.test.js',
      /\.\.\/sync-client\.js'/,
    ],
  ])('%s', async (_, files, manifest, path, specifier) => {
    const folder = await projectWith({ 'package.json': manifest, ...files });
    const { status, err } = await runCommand('init', folder);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(textOf(folder, path)).toMatch(specifier);
  });

  test('a configuration that only refers to others is followed', async () => {
    const folder = await projectWith({
      'package.json': ESM,
      'tsconfig.json': { files: [], references: [{ path: './tsconfig.app.json' }] },
      'tsconfig.app.json': { compilerOptions: { module: 'nodenext', composite: true, types: [] }, include: ['src'] },
      'src/index.ts': 'export {};\n',
    });
    expect((await runCommand('init', folder)).out).toContain('TypeScript (tsconfig.app.json)');
    expect(textOf(folder, 'test/sync-client.test.ts')).toContain("'../src/sync-client.js'");
    expect(textOf(folder, 'src/sync-client.ts')).toMatch(/^\/\/\/ <reference types="node" \/>\n/);
  });

  test('where TypeScript checks JavaScript, the files load the types that they need', async () => {
    const compilerOptions = { ...STRICT.compilerOptions, types: [], allowJs: true, checkJs: true };
    const folder = await projectWith({
      'package.json': { ...ESM, devDependencies: { jest: '30', typescript: '7.0.2' } },
      'tsconfig.json': { compilerOptions },
      'index.js': '',
    });
    const { out } = await runCommand('init', folder, '--odata', 'https://sync.example.com', '--v2', '--cloud');
    expect(out).toContain('Found: npm, JavaScript (checked by tsconfig.json), ES modules, jest.');
    expect(out).toContain('  npm install --save-dev @syncline/sandbox @types/node @jest/globals\n');
    expect(textOf(folder, 'sync-client.js')).toMatch(/^\/\/\/ <reference types="node" \/>\n/);
    expect(textOf(folder, 'sync-client.js')).toContain("process.env['SYNCLINE_ODATA_URL']");
    expect(textOf(folder, 'test/sync-client.test.js')).toContain("} from '@jest/globals';");
    mkdirSync(join(folder, 'types'));
    // Jest is not installed here, so this declares what the test uses of it.
    writeFileSync(
      join(folder, 'types/jest.d.ts'),
      "declare module '@jest/globals' { export const afterAll: any, expect: any, test: any }\n",
    );
    expect(compile(folder)).toBe('');
  });

  test('what the project must change is a note', async () => {
    const folder = await projectWith({
      'package.json': { devDependencies: { jest: '30', typescript: '^5.4.0' } },
      ...compilerOptions({ module: 'commonjs', moduleResolution: 'node10' }),
    });
    execFileSync('git', ['init', '-q'], { cwd: folder });
    const { out } = await runCommand('init', folder);
    expect(out).toContain('Note: git does not ignore .env. Add a line `.env` to .gitignore');
    expect(out).toContain('Note: tsconfig.json resolves modules in a way that does not find the packages.');
    expect(out).toContain('Note: The packages are ES modules. Jest loads them with --experimental-vm-modules');
    writeFileSync(join(folder, '.gitignore'), '.env\n');
    expect((await runCommand('init', folder, '--dry-run')).out).not.toContain('git does not ignore');
  });
});
