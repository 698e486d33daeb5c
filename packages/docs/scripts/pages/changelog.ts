import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { root, writePage } from './page.ts';

const packages = ['client', 'odata', 'auth', 'jobs', 'runs', 'openapi', 'core', 'sandbox', 'cli'] as const;

/** Writes the changelog of each package, and the changesets that the next release will include. */
export function writeChangelog(): void {
  const released = packages.flatMap((name) => {
    const file = new URL(`packages/${name}/CHANGELOG.md`, root);
    return existsSync(file)
      ? [
          readFileSync(file, 'utf8')
            .replace(/^# (.*)$/m, '## $1')
            .replace(/^## (\d)/gm, '### $1')
            .trim(),
        ]
      : [];
  });
  const waiting = changesets();
  writePage('project/changelog.md', {
    title: 'Changelog',
    description: 'What changed for users of the packages.',
    body: [
      waiting.length === 0 ? '' : `## In the next release\n\n${waiting.map((entry) => `- ${entry}`).join('\n')}`,
      ...(released.length === 0 ? ['There is no release yet.'] : released),
    ].join('\n\n'),
  });
}

function changesets(): string[] {
  const folder = new URL('.changeset/', root);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .sort()
    .map((name) => {
      const [, front = '', text = ''] = readFileSync(new URL(name, folder), 'utf8').split(/^---\s*$/m);
      const names = [...front.matchAll(/@syncline\/([\w-]+)/g)].map(([full]) => `\`${full}\``).join(', ');
      return `${names}: ${text.trim().replaceAll('\n', ' ')}`;
    });
}
