import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { changesByPackage } from '../../../../scripts/changelog.ts';
import { root, writePage } from './page.ts';

/** Writes what the next release will include, and the changelog of all packages. */
export function writeChangelog(): void {
  const waiting = changesByPackage(waitingByPackage());
  const released = readFileSync(new URL('CHANGELOG.md', root), 'utf8').replace(/^# .*\n+/, '');
  const start = released.search(/^## /m);
  writePage('project/changelog.md', {
    title: 'Changelog',
    description: 'What changed for users of the packages, by version and package.',
    body: [
      released.slice(0, start).trim(),
      ...(waiting === '' ? [] : [`## In the next release\n\n${waiting}`]),
      released.slice(start),
    ].join('\n\n'),
  });
}

/** The texts of the changesets that wait for a release, by package. */
function waitingByPackage(): readonly { readonly name: string; readonly changes: readonly string[] }[] {
  const folder = new URL('.changeset/', root);
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => /(?<!^README)\.md$/.test(name)) : [];
  const entries = files.sort().flatMap((file) => {
    const [, front = '', text = ''] = readFileSync(new URL(file, folder), 'utf8').split(/^---\s*$/m);
    return [...front.matchAll(/@syncline\/[\w-]+/g)].map(([name]) => ({ name, change: text.trim() }));
  });
  const byPackage = Map.groupBy(entries, ({ name }) => name);
  return [...byPackage].map(([name, changes]) => ({ name, changes: changes.map(({ change }) => change) }));
}
