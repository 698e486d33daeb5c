// Why: the packages promise to run wherever fetch does, and to compile with the compilers that consumers have.
// `npm run test:matrix` packs them, installs the tarballs into an empty project and tries every combination against the
// sandbox.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PUBLISHED } from '../../../../scripts/ship/packages.ts';
import { buildStage, stageWorkspace } from '../../../../scripts/ship/stage.ts';
import { pack } from '../../../../scripts/ship/tarball.ts';
import { startService } from '../support/service.ts';
import { runCompilers, runDeclarations, runTables } from './compilers.ts';
import { runJest } from './jest.ts';
import { runMetro } from './metro.ts';
import { makePnpmProject } from './pnpm-project.ts';
import { installRuntimes, runCommandLines } from './runtimes.ts';
import { runChromium, runWorkerd } from './workers.ts';

const runtimes = installRuntimes();
const stage = stageWorkspace();
const folder = mkdtempSync(join(tmpdir(), 'syncline-matrix-'));
const consumer = join(folder, 'consumer');
const service = await startService();
try {
  buildStage(stage);
  const tarballs = new Map(
    PUBLISHED.filter((name) => name !== 'cli' && name !== 'sandbox').map((name) => [
      name,
      pack(join(stage, 'packages', name), folder).file,
    ]),
  );
  mkdirSync(consumer);
  writeFileSync(join(consumer, 'package.json'), '{ "private": true, "type": "module" }\n');
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent', ...tarballs.values()], {
    cwd: consumer,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  cpSync(new URL('./smoke.mjs', import.meta.url), join(consumer, 'smoke.mjs'));
  writeFileSync(
    join(consumer, 'run.mjs'),
    "import process from 'node:process';\nimport { smoke } from './smoke.mjs';\nconsole.log(JSON.stringify(await smoke(JSON.parse(process.argv[2]))));\n",
  );
  const { urls, credentials, names } = service;
  const plain = { urls, credentials, names };
  const library = join(folder, 'library');
  await makePnpmProject(runtimes, library, tarballs);
  const cells = [
    ...(await runCommandLines(runtimes, consumer, plain)),
    await runWorkerd(runtimes, consumer, plain),
    await runChromium(runtimes, consumer, plain),
    ...(await runJest(runtimes, consumer, plain)),
    await runMetro(runtimes, consumer, plain),
    ...(await runCompilers(runtimes, consumer)),
    ...(await runDeclarations(runtimes, library)),
    ...(await runTables(runtimes, consumer)),
  ];
  for (const { name, took, failure, skipped } of cells) {
    console.log(
      `${failure !== undefined ? 'failed ' : skipped !== undefined ? 'skipped' : 'passed '} ${String(took).padStart(6)} ms  ${name}${skipped === undefined ? '' : `: ${skipped}`}`,
    );
    if (failure !== undefined) console.error(failure.replaceAll(/^/gm, '    '));
  }
  const failed = cells.filter(({ failure }) => failure !== undefined).length;
  const skipped = cells.filter((cell) => cell.skipped !== undefined).length;
  console.log(`${cells.length - failed - skipped} passed, ${failed} failed, ${skipped} skipped`);
  process.exitCode = failed > 0 ? 1 : 0;
} finally {
  await service.close();
  for (const path of [stage, folder]) rmSync(path, { recursive: true, force: true });
}
