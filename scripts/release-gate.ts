// Why: a change of the description or of what a package exports must not be released without a changeset that says so, nor with too
// small a bump. `node scripts/release-gate.ts [folder]` compares the checkout with the last release tag and prints the changeset to add.
import { resolve } from 'node:path';
import { lastReleaseTag } from './release/last-release.ts';
import { uncoveredChanges } from './release/gate.ts';
import { ROOT } from './ship/packages.ts';

const root = resolve(process.argv[2] ?? ROOT);
const tag = lastReleaseTag(root);
if (tag === undefined) {
  console.error(
    'There is no release tag (@syncline/<package>@<version>) to compare with. Fetch them with `git fetch --tags`; before the first release there is none.',
  );
  process.exitCode = 2;
} else {
  const uncovered = await uncoveredChanges(root, tag);
  for (const { name, needs, has, reasons } of uncovered) {
    console.error(`${name} needs ${needs}, and its changesets say ${has}:`);
    for (const reason of reasons.slice(0, 20)) console.error(`  ${reason}`);
    if (reasons.length > 20) console.error(`  and ${reasons.length - 20} more`);
  }
  if (uncovered.length > 0) {
    console.error(
      `\nAdd a changeset, with a sentence for the users in place of the last line:\n---\n${uncovered.map(({ name, needs }) => `'${name}': ${needs}\n`).join('')}---\n\n${uncovered[0]?.reasons[0] ?? ''}\n`,
    );
    console.error(`Or let it be written from the description: syncline diff <openapi of ${tag}> openapi --changeset`);
    process.exitCode = 1;
  } else console.log(`Everything that changed since ${tag} has a changeset that covers it.`);
}
