// Why: when the description or the exports of a package change, the release needs a bump that says so: in a pending
// changeset, or in the versions after `changeset version` has used it. `node scripts/release-gate.ts [folder]` compares
// the checkout with the last release tag and prints the changeset to add. Before 1.0.0, a breaking change is a minor
// bump; `--first-major` allows the changeset that releases 1.0.0.
import { resolve } from 'node:path';
import { readArguments } from './arguments.ts';
import { lastReleaseTag } from './release/last-release.ts';
import { prematureMajors, uncoveredChanges } from './release/gate.ts';
import { ROOT } from './ship/packages.ts';

const { values, positionals } = readArguments('npm run release-gate -- [--first-major] [folder]', {
  options: { 'first-major': { type: 'boolean', default: false } },
  allowPositionals: true,
});
const root = resolve(positionals[0] ?? ROOT);
const premature = values['first-major'] ? [] : prematureMajors(root);
const tag = lastReleaseTag(root);
if (premature.length > 0) {
  console.error(
    `The changesets call a change of ${premature.join(', ')} major, which would release 1.0.0. Before 1.0.0, a breaking ` +
      'change is minor: write minor in .changeset. To release 1.0.0, run the gate with --first-major.',
  );
  process.exitCode = 1;
} else if (tag === undefined) {
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
  } else console.log(`Changesets and versions cover everything that changed since ${tag}.`);
}
