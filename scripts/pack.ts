// Why: users install the tarball, not the checkout. This builds every package in a copy, packs it as npm does, and
// refuses a tarball with an extra or missing file, wrong types, an install script, a broken source map or a dependency
// that is not allowed. `node scripts/pack.ts [folder]` writes the tarballs to the folder (default: reports/tarballs), and beside them
// a bill of materials of what npm installs with them.
import { rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readArguments } from './arguments.ts';
import { billOfTarballs } from './ship/bill-of-materials.ts';
import { faults } from './ship/checks.ts';
import { PUBLISHED, ROOT, readManifest } from './ship/packages.ts';
import { buildStage, stageWorkspace } from './ship/stage.ts';
import { pack } from './ship/tarball.ts';
import { publintFaults, typesFaults } from './ship/type-checks.ts';

const { positionals } = readArguments('node scripts/pack.ts [folder]', { allowPositionals: true });
const into = resolve(positionals[0] ?? join(ROOT, 'reports/tarballs'));
const stage = stageWorkspace();
const tarballs: string[] = [];
let wrong = 0;
try {
  buildStage(stage);
  for (const name of PUBLISHED) {
    const folder = join(stage, 'packages', name);
    const manifest = readManifest(folder);
    const tarball = pack(folder, into);
    tarballs.push(tarball.file);
    const found = [
      ...faults(name, folder, manifest, tarball),
      ...(await publintFaults(manifest, tarball)),
      ...(await typesFaults(folder, manifest, tarball)),
    ];
    console.log(
      `${manifest.name} ${manifest.version}: ${tarball.entries.length} files, ${(tarball.size / 1024).toFixed(1)} kB${found.length > 0 ? `, ${found.length} faults` : ''}`,
    );
    for (const fault of found) console.error(`  packages/${name} ${fault}`);
    wrong += found.length;
  }
  const { version } = readManifest(join(stage, 'packages/client'));
  const bill = billOfTarballs(tarballs, version);
  const file = `syncline-${version}.cdx.json`;
  writeFileSync(join(into, file), `${JSON.stringify(bill, undefined, 2)}\n`);
  console.log(`${file}: ${bill.components.length} packages (CycloneDX)`);
} finally {
  rmSync(stage, { recursive: true, force: true });
}
if (wrong > 0) console.error('Do not publish these packages. Fix the problems above, then run: node scripts/pack.ts');
process.exitCode = wrong > 0 ? 1 : 0;
