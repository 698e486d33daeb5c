import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findProblem } from '../release/gate.ts';
import { compareReports, writeBaseline } from '../release/surface.ts';
import { PUBLISHED, ROOT } from '../ship/packages.ts';

describe('release gate', () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'release-gate-'));
    const surface = ['packages/*/package.json', 'packages/*/api/*.api.md', 'packages/openapi/documents/*.json'];
    for (const file of globSync(surface, { cwd: ROOT })) cpSync(join(ROOT, file), join(root, file));
    setVersion('0.3.1');
    writeBaseline(root);
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const edit = (file: string, from: string | RegExp, to: string): void => {
    const before = readFileSync(join(root, file), 'utf8');
    expect(before.replace(from, to)).not.toBe(before);
    writeFileSync(join(root, file), before.replace(from, to));
  };
  const setVersion = (version: string): void => {
    for (const name of PUBLISHED) edit(`packages/${name}/package.json`, /"version": ".*"/, `"version": "${version}"`);
  };
  const addChangeset = (text: string): void => {
    mkdirSync(join(root, '.changeset'), { recursive: true });
    writeFileSync(join(root, '.changeset/one.md'), text);
  };
  /** The changeset of a message, as a person pastes it. */
  const changesetOf = (message: string): string => /^---\n[\s\S]*?^---\n\n.+\n/m.exec(message)?.[0] ?? '';
  const removeField = (): void => edit('packages/openapi/documents/odata.json', /"PreJob": \{[^{}]*\},?/, '');
  it('requires nothing when nothing changed', async () => {
    expect(await findProblem(root)).toBeUndefined();
  });

  it('fails on a changed description with the changeset to add, and passes with it', async () => {
    removeField();
    const problem = (await findProblem(root)) ?? '';
    expect(problem).toContain(
      '@syncline/openapi needs a minor bump, and its changesets say none:\n  `Job.PreJob` was removed.',
    );
    expect(changesetOf(problem)).toBe(
      "---\n'@syncline/openapi': minor\n'@syncline/client': minor\n'@syncline/sandbox': minor\n---\n\n`Job.PreJob` was removed.\n",
    );
    addChangeset(changesetOf(problem));
    expect(await findProblem(root)).toBeUndefined();
  });

  it.each([
    [
      'a changed signature',
      /^function compareSnapshots\(/m,
      'function compareSnapshots(added: string, ',
      'has a different declaration',
    ],
    ['a removed name', /^function compareSnapshots\([\s\S]*?;\n/m, '', 'was removed'],
    ['a new name', /^function compareSnapshots\(/m, 'const added = 1;\n\nfunction compareSnapshots(', 'is new'],
  ])('fails on %s with the changeset to add, and passes with it', async (_change, from, to, reason) => {
    edit('packages/jobs/api/jobs.api.md', from, to);
    const problem = (await findProblem(root)) ?? '';
    expect(problem).toMatch(
      new RegExp(`^@syncline/jobs needs a minor bump, and its changesets say none:\n  .* ${reason}`),
    );
    addChangeset(changesetOf(problem).replace('jobs', 'runs'));
    expect(await findProblem(root)).toBe(problem);
    addChangeset(changesetOf(problem).replace('minor', 'patch'));
    expect(await findProblem(root)).toContain('needs a minor bump, and its changesets say patch');
    addChangeset(changesetOf(problem));
    expect(await findProblem(root)).toBeUndefined();
  });

  it('fails on a removed option of a command, and on a changed tool', async () => {
    edit('packages/cli/api/cli.api.md', /(interface syncline_alerts_close \{[^}]*) {2}'--kind'.*\n/, '$1');
    edit('packages/mcp/api/mcp.api.md', /(type list_jobs = \{[\s\S]*?) workspace: \{ type: 'string' \};/, '$1');
    const problem = await findProblem(root);
    expect(problem).toContain('Commands of syncline syncline_alerts_close has a different declaration');
    expect(problem).toContain('Tools list_jobs has a different declaration');
  });

  it('is a program that prints the problem and fails', () => {
    edit('packages/jobs/api/jobs.api.md', /^function compareSnapshots\([\s\S]*?;\n/m, '');
    const script = join(ROOT, 'scripts/release-gate.ts');
    const args = ['--conditions=@syncline/source', script, root];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^@syncline\/jobs needs a minor bump/);
  });

  it('calls a breaking change major from 1.0.0', async () => {
    setVersion('1.0.0');
    writeBaseline(root);
    removeField();
    expect(await findProblem(root)).toContain("'@syncline/client': major");
  });

  it('refuses a changeset that would release 1.0.0, except with --first-major', async () => {
    addChangeset("---\n'@syncline/client': major\n---\n\nDo it.\n");
    expect(await findProblem(root)).toMatch(
      /^The changesets call a change of @syncline\/client major, which would release 1\.0\.0/,
    );
    expect(await findProblem(root, { firstMajor: true })).toBeUndefined();
  });

  it('refuses a baseline of another version, and says how a version is set', async () => {
    setVersion('0.4.0');
    await expect(findProblem(root)).rejects.toThrow(
      /^The packages have version 0\.4\.0, .* `npm run release -- version`/,
    );
  });

  it('lets the baseline change until the version has a tag, and not later', async () => {
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@mail.invalid', ...args], { cwd: root });
    git('init', '-q');
    git('add', '.');
    git('commit', '-q', '-m', 'Release');
    edit('packages/jobs/api/jobs.api.md', /^function compareSnapshots\([\s\S]*?;\n/m, '');
    expect(await findProblem(root)).toContain('run: npm run release -- baseline');
    writeBaseline(root);
    expect(await findProblem(root)).toBeUndefined();
    git('tag', '@syncline/client@0.3.1');
    expect(await findProblem(root)).toMatch(/^0\.3\.1 is published, so its baseline cannot change/);
  });
});

it('reads each name of a report', () => {
  for (const name of PUBLISHED) {
    const report = readFileSync(join(ROOT, 'packages', name, 'api', `${name}.api.md`), 'utf8');
    const counts = [...report.matchAll(/^## (@.*)\n\n(\d+) names?\.\n\n```/gm)].map(([, entry, count]) => [
      entry,
      count,
    ]);
    const names = compareReports('', report).map(({ message }) => message.split(' ')[0]);
    expect(counts.map(([entry]) => [entry, String(names.filter((each) => each === entry).length)])).toEqual(counts);
  }
});
