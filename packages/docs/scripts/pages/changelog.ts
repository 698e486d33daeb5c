import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { root, writePage } from './page.ts';

/** Writes what the next release of each package will include, and the changelog of each package. */
export function writeChangelog(): void {
  const waiting = waitingByPackage();
  const released = globSync('packages/*/CHANGELOG.md', { cwd: fileURLToPath(root) })
    .sort()
    .map((file) =>
      readFileSync(new URL(file, root), 'utf8')
        .replace(/^# (.*)$/m, '## $1')
        .replace(/^## (\d)/gm, '### $1')
        .trim(),
    );
  writePage('project/changelog.md', {
    title: 'Changelog',
    description:
      'What changed for users of the packages. A change to several packages is listed once, for the package that it changes most.',
    body: [
      ...(waiting.size === 0 ? [] : ['## In the next release']),
      ...[...waiting].map(([name, texts]) => [`### ${name}`, texts.map((text) => `- ${text}`).join('\n')].join('\n\n')),
      ...(released.length === 0 ? ['There is no release yet.'] : released),
    ].join('\n\n'),
  });
}

/** The texts of the changesets that wait for a release, by the package that each names first. */
function waitingByPackage(): ReadonlyMap<string, readonly string[]> {
  const folder = new URL('.changeset/', root);
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => /(?<!^README)\.md$/.test(name)) : [];
  const entries = files.sort().flatMap((file) => {
    const [, front = '', text = ''] = readFileSync(new URL(file, folder), 'utf8').split(/^---\s*$/m);
    const [first, ...rest] = [...front.matchAll(/@syncline\/[\w-]+/g)].map(([name]) => name);
    if (first === undefined) return [];
    const also = rest.length === 0 ? '' : ` (Also ${rest.map((name) => name.replace('@syncline/', '')).join(', ')}.)`;
    return [[first, `${text.trim().replaceAll('\n', ' ')}${also}`] as const];
  });
  const byPackage = Map.groupBy(entries, ([name]) => name);
  return new Map([...byPackage.keys()].sort().map((name) => [name, byPackage.get(name)!.map(([, text]) => text)]));
}
