import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Component {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses?: readonly object[];
  readonly hashes?: readonly object[];
  readonly externalReferences: readonly { readonly url: string }[];
}

/** A bill of materials: CycloneDX 1.5, as `npm sbom` writes it. */
export interface Bill {
  readonly bomFormat: 'CycloneDX';
  readonly components: readonly Component[];
}

/** What npm installs with the packages in these tarballs, optional peers not included. */
export function billOfTarballs(tarballs: readonly string[], version: string): Bill {
  const folder = mkdtempSync(join(tmpdir(), 'syncline-bill-'));
  try {
    // npm names the bill after the folder.
    const project = join(folder, 'syncline');
    mkdirSync(project);
    writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'syncline', version, private: true }));
    npm(project, 'install', '--ignore-scripts', '--no-audit', '--no-fund', ...tarballs);
    return billOfProject(project);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What is installed in a project. */
export function billOfProject(project: string): Bill {
  const bill = JSON.parse(npm(project, 'sbom', '--sbom-format', 'cyclonedx')) as Bill;
  // A path of the machine that packed the tarball says nothing to others.
  const components = bill.components.map((component) => ({
    ...component,
    externalReferences: component.externalReferences.filter(({ url }) => !url.startsWith('file:')),
  }));
  return { ...bill, components };
}

function npm(cwd: string, ...args: readonly string[]): string {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 26, stdio: ['ignore', 'pipe', 'pipe'] });
}
