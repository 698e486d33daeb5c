import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { billOfProject } from '../../../../scripts/ship/bill-of-materials.ts';
import { PUBLISHED, readManifest } from '../../../../scripts/ship/packages.ts';
import { type OpenRehearsal, openRehearsal, type Release } from '../../../../scripts/release/rehearse.ts';
import manifest from '../../package.json' with { type: 'json' };
import { startService, type Service } from '../support/service.ts';

const run = promisify(execFile);
let rehearsal: OpenRehearsal;
let service: Service & { close(): Promise<void> };
let first: Release;

/** For every install but the first, whose cache is empty. Nothing is published before the second release. */
const installingAgain = (): NodeJS.ProcessEnv => ({
  ...rehearsal.registry.installing,
  npm_config_prefer_offline: 'true',
});

beforeAll(async () => {
  [rehearsal, service] = await Promise.all([openRehearsal((line) => console.log(line)), startService()]);
}, 600_000);

afterAll(async () => {
  await rehearsal.close();
  await service.close();
}, 600_000);

/** What npm has installed in this checkout, and `npm start` compares with the lockfile. */
const installed = () => readFileSync(new URL('../../../../node_modules/.package-lock.json', import.meta.url), 'utf8');
const installedBefore = installed();

test('the first release: every package is published with one version, and installed from an empty cache', async () => {
  first = await rehearsal.releaseFirst();
  expect(first.version).toBe(manifest.version);
  const { dependencies } = readManifest(join(first.project, 'node_modules/@syncline/client'));
  expect(dependencies).toMatchObject({ '@syncline/openapi': manifest.version });
});

test('its bill of materials lists each installed package, with its licence and its hash', () => {
  const { components } = billOfProject(first.project);
  const lock = JSON.parse(readFileSync(join(first.project, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { name?: string; version: string }>;
  };
  const installed = Object.entries(lock.packages)
    .filter(([path]) => path !== '' && existsSync(join(first.project, path)))
    .map(([path, { name, version }]) => `${name ?? path.replace(/^.*node_modules\//, '')}@${version}`);
  // npm may install one version in two places, or under another name.
  expect(components.map(({ name, version }) => `${name}@${version}`).sort()).toEqual([...new Set(installed)].sort());
  for (const name of PUBLISHED)
    expect(components.map(({ purl }) => purl)).toContain(`pkg:npm/%40syncline/${name}@${first.version}`);
  expect(components.filter(({ licenses, hashes }) => !licenses?.length || !hashes?.length)).toEqual([]);
});

test('the project in which they are installed runs every operation', async () => {
  const consumer = first.project;
  cpSync(new URL('../matrix/smoke.mjs', import.meta.url), join(consumer, 'smoke.mjs'));
  writeFileSync(
    join(consumer, 'run.mjs'),
    "import { smoke } from './smoke.mjs';\nconsole.log(JSON.stringify(await smoke(JSON.parse(process.argv[2]))));\n",
  );
  const { urls, credentials, names } = service;
  const { stdout } = await run(process.execPath, ['run.mjs', JSON.stringify({ urls, credentials, names })], {
    cwd: consumer,
  });
  expect(JSON.parse(stdout)).toHaveLength(23);
});

test('every entry that a package exports can be imported, with its optional peers installed', async () => {
  const consumer = first.project;
  const peers = PUBLISHED.flatMap((name) =>
    Object.entries(readManifest(join(consumer, 'node_modules/@syncline', name)).peerDependencies ?? {}),
  );
  await run('npm', ['install', '--no-audit', '--no-fund', ...peers.map(([name, range]) => `${name}@${range}`)], {
    cwd: consumer,
    env: installingAgain(),
  });

  const entries = PUBLISHED.flatMap((name) => {
    const { name: full, exports = {} } = readManifest(join(consumer, 'node_modules/@syncline', name));
    return Object.keys(exports)
      .filter((entry) => !entry.includes('*') && !entry.endsWith('.json'))
      .map((entry) => full + entry.slice(1));
  });
  expect(entries.length).toBeGreaterThan(PUBLISHED.length);
  for (const entry of entries) {
    const { stdout } = await run(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `const m = await import(${JSON.stringify(entry)}); console.log(Object.keys(m).length)`,
      ],
      { cwd: consumer },
    );
    expect(Number(stdout), entry).toBeGreaterThan(0);
  }
});

test('the installed program generates from the installed documents', async () => {
  const consumer = first.project;
  const document = 'odata=node_modules/@syncline/openapi/documents/odata.json';
  const { stdout } = await run(
    join(consumer, 'node_modules/.bin/syncline'),
    ['generate', '--document', document, '--out', 'sync', '--json'],
    { cwd: consumer },
  );
  expect((JSON.parse(stdout) as { missing: string[] }).missing).toContain('records.gen.ts');
  expect(readFileSync(join(consumer, 'sync/records.gen.ts'), 'utf8')).toContain('RowVersion?: bigint');
});

test.each([
  'SIGINT',
  'SIGTERM',
] as const)('the installed program starts the sandbox, and stops it on %s', async (signal) => {
  const consumer = first.project;
  const child = spawn(join(consumer, 'node_modules/.bin/syncline'), ['sandbox', '--port', '0', '--json'], {
    cwd: consumer,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await new Promise<string>((done, fail) => {
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += String(chunk);
      if (text.includes('\n')) done(text);
    });
    child.once('exit', (code) => fail(new Error(`ended with ${code}`)));
  });
  const { urls } = JSON.parse(line) as { urls: { odata: string } };
  expect((await fetch(`${urls.odata}/history`)).status).toBe(401);
  const ended = new Promise((done) => child.once('exit', done));
  child.kill(signal);
  expect(await ended).toBe(0);
});

test('the MCP server installs in at most 14 MB', async () => {
  const server = join(rehearsal.folder, 'server');
  mkdirSync(server);
  writeFileSync(join(server, 'package.json'), '{ "private": true }\n');
  await run('npm', ['install', '--no-audit', '--no-fund', '@syncline/mcp'], { cwd: server, env: installingAgain() });
  const files = readdirSync(join(server, 'node_modules'), { recursive: true, withFileTypes: true });
  const bytes = files.reduce(
    (sum, file) => (file.isFile() ? sum + lstatSync(join(file.parentPath, file.name)).size : sum),
    0,
  );
  expect(bytes).toBeLessThanOrEqual(14_000_000);
  // The program must run, so that it is not small only because something is missing.
  const { stdout } = await run(join(server, 'node_modules/.bin/syncline-mcp'), ['--version'], { cwd: server });
  expect(stdout).toBe(`${manifest.version}\n`);
});

test('`syncline mcp` says which package it needs, and serves once that package is installed', async () => {
  const operator = join(rehearsal.folder, 'operator');
  mkdirSync(operator);
  writeFileSync(join(operator, 'package.json'), '{ "private": true }\n');
  const { urls, credentials } = service;
  writeFileSync(
    join(operator, 'syncline.yaml'),
    `environments:
  local:
    v2: { url: '${urls.v2}', credential: { basic: { username: '${credentials.basic.username}', password: { env: P } } } }
`,
  );
  const npm = (name: string) =>
    run('npm', ['install', '--no-audit', '--no-fund', name], { cwd: operator, env: installingAgain() });
  const env = { ...process.env, P: credentials.basic.password };
  const program = join(operator, 'node_modules/.bin/syncline');
  await npm('@syncline/cli');
  const missing = spawnSync(program, ['mcp'], { cwd: operator, env, encoding: 'utf8' });
  expect([missing.status, missing.stdout]).toEqual([2, '']);
  expect(missing.stderr).toContain(
    'This command needs the package @syncline/mcp. Install it with: npm install @syncline/mcp',
  );

  await npm('@syncline/mcp');
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const messages = [
    { id: 1, method: 'initialize', params },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/call', params: { name: 'list_workspaces', arguments: {} } },
  ];
  const child = spawn(program, ['mcp'], { cwd: operator, env, stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.write(messages.map((one) => `${JSON.stringify({ jsonrpc: '2.0', ...one })}\n`).join(''));
  let output = '';
  for await (const chunk of child.stdout) {
    output += String(chunk);
    // A client ends the server by closing its stdin.
    if (output.includes('"id":2')) child.stdin.end();
  }
  expect(output).toContain('Sales');
  expect(child.exitCode ?? (await once(child, 'exit'))[0]).toBe(0);
});

test('a project that uses a field upgrades to the release without it: impact names the line, and it compiles again', async () => {
  const project = join(rehearsal.folder, 'upgrade');
  mkdirSync(project);
  const app = join(project, 'app.ts');
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }\n');
  writeFileSync(
    join(project, 'tsconfig.json'),
    '{ "compilerOptions": { "module": "nodenext", "strict": true, "noEmit": true } }\n',
  );
  writeFileSync(
    app,
    `import type { ODataClient } from '@syncline/client';

export async function hooksOf(odata: ODataClient, name: string): Promise<readonly unknown[]> {
  const job = await odata.jobs.get(name);
  return [job.PreJob, job.PostJob];
}
`,
  );
  const install = (env: NodeJS.ProcessEnv, ...args: readonly string[]) =>
    run('npm', ['install', '--no-audit', '--no-fund', ...args], { cwd: project, env });
  const program = (name: string, ...args: readonly string[]) =>
    spawnSync(join(project, 'node_modules/.bin', name), args, { cwd: project, encoding: 'utf8' });
  const compile = () => {
    const { status, stdout } = program('tsc');
    return { status, stdout };
  };
  await install(installingAgain(), `@syncline/client@${first.version}`, `@syncline/cli@${first.version}`);
  expect(compile()).toEqual({ status: 0, stdout: '' });

  const second = await rehearsal.releaseBreakingChange(first);
  expect(bumped(first.version, second.version)).toBe('minor');

  // As the guide to upgrades says: the new documents beside the installed version.
  await install(rehearsal.registry.installing, '--no-save', 'next@npm:@syncline/openapi@latest');
  const impact = program('syncline', 'impact', '--new', 'node_modules/next/documents');
  expect(impact.stdout).toBe(`app.ts:5:15 major \`Job.PreJob\` was removed. (its generated type loses the field)
    return [job.PreJob, job.PostJob];
    string → removed
    Stop using \`Job.PreJob\`: the description no longer has it.
1 use of what changed (1 change) in 1 file, of which 1 import @syncline.
`);
  expect(impact.status).toBe(1);

  await install(rehearsal.registry.installing, '@syncline/client@latest', '@syncline/cli@latest');
  expect(compile().stdout).toMatch(/^app\.ts\(5,15\): error TS\d+: Property 'PreJob' does not exist/);
  writeFileSync(app, readFileSync(app, 'utf8').replace('job.PreJob, ', ''));
  expect(compile()).toEqual({ status: 0, stdout: '' });
});

test('a rehearsal does not change what is installed in the checkout', () => {
  expect(installed()).toBe(installedBefore);
});

/** The first number in which two versions differ. */
function bumped(before: string, after: string): string | undefined {
  const [old, now] = [before, after].map((version) => version.split('.'));
  return ['major', 'minor', 'patch'].find((_part, index) => old?.[index] !== now?.[index]);
}
