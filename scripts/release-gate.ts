// Why: when the description or the exports of a package change, the release needs a changeset that says so, with a
// large enough bump. `node scripts/release-gate.ts [folder]` compares the checkout with the last release tag and prints
// the changeset to add.
import { resolve } from 'node:path';
import { lastReleaseTag } from './release/last-release.ts';
import { uncoveredChanges } from './release/gate.ts';
import { ROOT } from './ship/packages.ts';

const root = resolve(process.argv[2] ?? ROOT);
const tag = lastReleaseTag(root);
if (tag === undefined) {
  console.error(
    'The checkout has no release tag (@syncline/<package>@<version>) to compare with. Run `git fetch --tags`. Before the first release, no tag exists.',
  );
  process.exitCode = 2;
} else {
  const uncovered = await uncoveredChanges(root, tag);
  for (const { name, needs, has, reasons } of uncovered) {
    console.error(`${name} needs a ${needs} bump, and its changesets say ${has}:`);
    for (const reason of reasons.slice(0, 20)) console.error(`  ${reason}`);
    if (reasons.length > 20) console.error(`  and ${reasons.length - 20} more`);
  }
  if (uncovered.length > 0) {
    console.error(
      `\nAdd a changeset, and replace its last line with a sentence for users:\n---\n${uncovered.map(({ name, needs }) => `'${name}': ${needs}\n`).join('')}---\n\n${uncovered[0]?.reasons[0] ?? ''}\n`,
    );
    console.error(`Or write it from the description: syncline diff <openapi of ${tag}> openapi --changeset`);
    process.exitCode = 1;
  } else console.log(`Changesets cover everything that changed since ${tag}.`);
}
