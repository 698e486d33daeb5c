import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { publicDeclarations } from '../../../../scripts/release/declarations.ts';
import { findUncovered, prematureMajors } from '../../../../scripts/release/gate.ts';
import { checkOut } from '../../../../scripts/release/last-release.ts';
import { PUBLISHED } from '../../../../scripts/ship/packages.ts';
import { stageWorkspace } from '../../../../scripts/ship/stage.ts';
import manifest from '../../package.json' with { type: 'json' };
import { repository } from '../support/description-copy.ts';

const root = mkdtempSync(join(tmpdir(), 'syncline-gate-'));
const skipped = new Set(['node_modules', 'dist', 'coverage', 'test', 'reports', '.turbo']);
const git = (...args: string[]): void =>
  void execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@mail.invalid', ...args], {
    cwd: root,
    stdio: 'pipe',
  });
const edit = (file: string, from: string | RegExp, to: string): void => {
  const before = readFileSync(join(root, file), 'utf8');
  expect(before.replace(from, to)).not.toBe(before);
  writeFileSync(join(root, file), before.replace(from, to));
};
/** Changes the version of every package, as `changeset version` does. */
const setVersion = (from: string, to: string): void => {
  for (const name of PUBLISHED) edit(`packages/${name}/package.json`, `"version": "${from}"`, `"version": "${to}"`);
};
const changeset = (bumps: string): void => {
  mkdirSync(join(root, '.changeset'), { recursive: true });
  writeFileSync(join(root, '.changeset/one.md'), `---\n${bumps}\n---\n\nDo it.\n`);
};
const gate = (): Promise<{ status: number; out: string; err: string }> =>
  new Promise((done) => {
    execFile(
      process.execPath,
      ['--conditions=@syncline/source', join(repository, 'scripts/release-gate.ts'), root],
      (error, out, err) => done({ status: typeof error?.code === 'number' ? error.code : 0, out, err }),
    );
  });

beforeAll(() => {
  for (const name of [
    'package.json',
    'package-lock.json',
    'tsconfig.base.json',
    'openapi',
    'packages',
    'scripts/build',
    'scripts/build-package.ts',
  ]) {
    cpSync(join(repository, name), join(root, name), {
      recursive: true,
      filter: (path) => !skipped.has(basename(path)),
    });
  }
  setVersion(manifest.version, '1.0.0');
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('commit', '-q', '-m', 'Release');
});
beforeEach(() => {
  git('reset', '-q', '--hard');
  git('clean', '-fdq');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('without a release tag: one clear message, exit 2', async () => {
  const { status, err } = await gate();
  expect(status).toBe(2);
  expect(err).toMatch(/^The checkout has no release tag .*\n$/);
  git('tag', '@syncline/openapi@1.0.0');
});

test('without changes nothing is required', async () => {
  expect(await gate()).toMatchObject({
    status: 0,
    out: 'Changesets and versions cover everything that changed since @syncline/openapi@1.0.0.\n',
  });
});

test('a changed description without a changeset fails with what to add, too small a bump fails, the right one passes', async () => {
  edit('openapi/schemas/Job.yaml', /  PreJob: .*\n.*\n/, '');
  const needed = "'@syncline/openapi': major\n'@syncline/client': major\n'@syncline/sandbox': major";
  const without = await gate();
  expect(without.status).toBe(1);
  expect(without.err).toContain(
    '@syncline/openapi needs a major bump, and its changesets say none:\n  `Job.PreJob` was removed.',
  );
  expect(without.err).toContain(`---\n${needed}\n---`);
  changeset(needed.replaceAll('major', 'minor'));
  expect(await gate()).toMatchObject({
    status: 1,
    err: expect.stringContaining('@syncline/client needs a major bump, and its changesets say minor') as string,
  });
  changeset(needed);
  expect(await gate()).toMatchObject({ status: 0 });
});

test('a changed export of a package is found in its declarations', async () => {
  edit('packages/odata/src/index.ts', /$/, '\nexport const addedForTheTest = 1;\n');
  const { status, err } = await gate();
  expect(status).toBe(1);
  expect(err).toContain('@syncline/odata needs a minor bump, and its changesets say none:\n  . addedForTheTest is new');
  changeset("'@syncline/odata': minor");
  expect(await gate()).toMatchObject({ status: 0 });
});

/** Runs the gate without builds. Both sides have the same declarations. Only the description and the bumps differ. */
const uncovered = async (release: string) => {
  const before = checkOut(root, release);
  const found = await findUncovered({ root: before, built: before }, { root, built: before });
  rmSync(before, { recursive: true });
  return found.map(({ name, needs, has }) => `${name} needs ${needs}, has ${has}`);
};
const needing = (bump: string, has: string): readonly string[] =>
  ['openapi', 'client', 'sandbox'].map((name) => `@syncline/${name} needs ${bump}, has ${has}`);

test('the versions that result from the changesets cover the change too, so that the next release is not blocked', async () => {
  edit('openapi/schemas/Job.yaml', /  PreJob: .*\n.*\n/, '');
  expect(await uncovered('@syncline/openapi@1.0.0')).toEqual(needing('major', 'none'));
  setVersion('1.0.0', '1.1.0');
  expect(await uncovered('@syncline/openapi@1.0.0')).toEqual(needing('major', 'minor'));
  setVersion('1.1.0', '2.0.0');
  expect(await uncovered('@syncline/openapi@1.0.0')).toEqual([]);
});

test('before 1.0.0 a breaking change needs a minor bump, and no changeset may say major', async () => {
  setVersion('1.0.0', '0.4.0');
  git('add', '.');
  git('commit', '-q', '-m', 'An earlier release');
  edit('openapi/schemas/Job.yaml', /  PreJob: .*\n.*\n/, '');
  changeset("'@syncline/client': patch");
  expect(await uncovered('HEAD')).toEqual(needing('minor', 'patch'));
  changeset("'@syncline/client': minor");
  expect(await uncovered('HEAD')).toEqual([]);
  changeset("'@syncline/client': major");
  expect(await gate()).toMatchObject({
    status: 1,
    err: expect.stringMatching(
      /^The changesets call a change of @syncline\/client major, which would release 1\.0\.0/,
    ) as string,
  });
  expect(prematureMajors(root)).toEqual(['@syncline/client']);
  setVersion('0.4.0', '1.4.0');
  expect(prematureMajors(root)).toEqual([]);
});

test('a package that the last release does not have is all new', async () => {
  const before = checkOut(root, 'HEAD');
  rmSync(join(before, 'packages/odata'), { recursive: true });
  const stage = stageWorkspace(before);
  expect(readdirSync(join(stage, 'packages'))).not.toContain('odata');
  expect(publicDeclarations(join(stage, 'packages/odata')).size).toBe(0);
  for (const path of [before, stage]) rmSync(path, { recursive: true });
});
