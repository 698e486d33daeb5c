import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { generateFiles, loadConsumer, writeFiles } from '../../src/index.ts';
import { repository } from '../support/description-copy.ts';

/**
 * Installs only the client and the credentials, with pnpm. Unlike npm, pnpm does not let a project import packages that
 * it does not list. `sync/` has tables that are generated from the published description.
 */
export async function makePnpmProject(
  runtimes: string,
  folder: string,
  tarballs: ReadonlyMap<string, string>,
): Promise<void> {
  mkdirSync(folder);
  const files = Object.fromEntries([...tarballs].map(([name, file]) => [`@syncline/${name}`, `file:${file}`]));
  const manifest = {
    private: true,
    type: 'module',
    dependencies: { '@syncline/client': files['@syncline/client'], '@syncline/auth': files['@syncline/auth'] },
    // The packages depend on versions of each other that are not in any registry yet.
    pnpm: { overrides: files },
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  const pnpm = join(runtimes, 'pnpm/bin/pnpm.cjs');
  const store = ['--store-dir', join(folder, '../pnpm-store'), '--ignore-scripts', '--silent'];
  await promisify(execFile)(process.execPath, [pnpm, 'install', ...store], { cwd: folder });
  const document = `odata=${join(repository, 'packages/openapi/documents/odata.json')}`;
  const loaded = await loadConsumer({ documents: [document], overlays: [] });
  await writeFiles(join(folder, 'sync'), generateFiles(loaded, { sources: '', extension: '.js' }));
}
