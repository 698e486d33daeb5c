import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PUBLISHED } from '../../../../scripts/ship/packages.ts';
import { buildStage, stageWorkspace } from '../../../../scripts/ship/stage.ts';
import { pack } from '../../../../scripts/ship/tarball.ts';
import { runCommand } from '../support/run-command.ts';

const run = promisify(execFile);
const stage = stageWorkspace();
const folder = mkdtempSync(join(tmpdir(), 'syncline-init-'));
let tarballs: ReadonlyMap<string, string>;

beforeAll(() => {
  buildStage(stage);
  tarballs = new Map(
    PUBLISHED.map((name) => [`@syncline/${name}`, pack(join(stage, 'packages', name), join(folder, 'tarballs')).file]),
  );
}, 300_000);
afterAll(() => [stage, folder].forEach((path) => rmSync(path, { recursive: true, force: true })));

const STRICT = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, noEmit: true };
/** It takes a sixth of the time of version 5, with which only one project compiles. */
const TYPESCRIPT = { typescript: '7.0.2' };

interface Case {
  readonly title: string;
  readonly manifest: object;
  readonly files: Readonly<Record<string, string>>;
  readonly typed: boolean;
  readonly passes: RegExp;
}

const CASES: readonly Case[] = [
  {
    title: 'ES modules, TypeScript and vitest',
    manifest: { type: 'module', devDependencies: { ...TYPESCRIPT, vitest: '5.1.1' } },
    files: {
      'tsconfig.json': JSON.stringify({ compilerOptions: { ...STRICT, module: 'nodenext' } }),
      'src/index.ts': 'export {};\n',
    },
    typed: true,
    passes: /3 passed/,
  },
  {
    title: 'CommonJS, TypeScript and node:test',
    manifest: { devDependencies: TYPESCRIPT },
    files: {
      'tsconfig.json': JSON.stringify({ compilerOptions: { ...STRICT, module: 'nodenext' } }),
      'src/index.ts': 'export {};\n',
    },
    typed: true,
    passes: /pass 3/,
  },
  {
    title: 'CommonJS that cannot import ES modules, TypeScript 5 and node:test',
    manifest: { devDependencies: { typescript: '5.9.3' } },
    files: {
      'tsconfig.json': JSON.stringify({ compilerOptions: { ...STRICT, module: 'node16' } }),
      'src/index.ts': 'export {};\n',
    },
    typed: true,
    passes: /pass 3/,
  },
  {
    title: 'CommonJS, JavaScript and node:test, checked by TypeScript',
    manifest: { devDependencies: { ...TYPESCRIPT, '@types/node': '24' } },
    files: {
      'tsconfig.json': JSON.stringify({
        compilerOptions: { ...STRICT, module: 'nodenext', allowJs: true, checkJs: true },
      }),
      'index.js': 'exports.a = 1;\n',
    },
    typed: true,
    passes: /pass 3/,
  },
  {
    title: 'CommonJS, JavaScript and Jest',
    manifest: { devDependencies: { jest: '30' } },
    files: { 'src/index.js': '' },
    typed: false,
    passes: /Tests: +3 passed/,
  },
  {
    title: 'CommonJS, JavaScript and vitest',
    manifest: { devDependencies: { vitest: '5.1.1' } },
    files: { 'src/index.js': '' },
    typed: false,
    passes: /3 passed/,
  },
  {
    title: 'ES modules, JavaScript and Jest',
    manifest: { type: 'module', devDependencies: { jest: '30' } },
    files: { 'src/index.js': '' },
    typed: false,
    passes: /Tests: +3 passed/,
  },
];

test.each(CASES)('$title: installed as init says, the files compile and the test passes', async ({
  title,
  manifest,
  files,
  typed,
  passes,
}) => {
  const project = join(folder, title.replaceAll(/\W+/g, '-'));
  // The packages depend on versions of these packages that are not in any registry yet.
  const inner = ['core', 'odata', 'openapi'].map((name) => `@syncline/${name}`);
  const overrides = Object.fromEntries(inner.map((name) => [name, `file:${tarballs.get(name)}`]));
  const text = JSON.stringify({ private: true, ...manifest, overrides });
  for (const [name, content] of Object.entries({ 'package.json': text, ...files })) {
    mkdirSync(dirname(join(project, name)), { recursive: true });
    writeFileSync(join(project, name), content);
  }
  const { status, out } = await runCommand('init', project, '--odata', '--v2', '--cloud', '--json');
  expect(status).toBe(0);
  expect(readFileSync(join(project, 'package.json'), 'utf8')).toBe(text);
  const next = JSON.parse(out) as { install: string[]; test: string };

  // vitest's own variables would change the behavior of the inner runs.
  const { NODE_OPTIONS: _, VITEST: _vitest, NODE_ENV: _env, ...inherited } = process.env;
  const env = {
    ...inherited,
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    // The projects have mostly the same packages. Asking the registry about each again took half of the time.
    npm_config_prefer_offline: 'true',
  };
  const shell = (command: string) => {
    const [file = '', ...args] = command.split(' ');
    return run(file, args, { cwd: project, env });
  };
  for (const command of next.install) {
    await shell(command.replaceAll(/@syncline\/\w+/g, (name) => `${name}@file:${tarballs.get(name)}`));
  }
  if (typed) expect((await shell('npx tsc -p .')).stdout).toBe('');
  const { stdout, stderr } = await shell(next.test);
  expect(stdout + stderr).toMatch(passes);
});
