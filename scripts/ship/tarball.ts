import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

export interface Tarball {
  readonly file: string;
  /** The paths in the tarball, sorted. */
  readonly entries: readonly string[];
  readonly size: number;
}

/** Packs a built package as `npm publish` does. */
export function pack(folder: string, into: string): Tarball {
  mkdirSync(into, { recursive: true });
  const out = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', into], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const parsed = JSON.parse(out) as unknown;
  const [report] = (Array.isArray(parsed) ? parsed : Object.values(parsed as object)) as {
    filename: string;
    size: number;
    files: { path: string }[];
  }[];
  if (!report) throw new Error(`npm pack printed no report for ${folder}. Run it there to see why.`);
  return {
    file: join(into, report.filename.replace('@', '').replace('/', '-')),
    entries: report.files.map(({ path }) => path).sort(),
    size: report.size,
  };
}
