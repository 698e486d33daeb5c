// Why: a change of the description or of the exports of a package is a change for users, so a changeset must say so. This
// compares the checkout with scripts/release/baseline, the surface of the last version, and prints the changeset that is
// missing. It is a step of `npm test`. Before 1.0.0, a breaking change is a minor bump; `--first-major` allows the
// changeset that releases 1.0.0.
import { resolve } from 'node:path';
import { readArguments } from './arguments.ts';
import { ProjectError } from './project-error.ts';
import { findProblem } from './release/gate.ts';
import { ROOT } from './ship/packages.ts';

const { values, positionals } = readArguments('npm run release-gate -- [--first-major] [folder]', {
  options: { 'first-major': { type: 'boolean', default: false } },
  allowPositionals: true,
});
const root = resolve(positionals[0] ?? ROOT);
const problem = await findProblem(root, { firstMajor: values['first-major'] }).catch((error: unknown) => {
  if (error instanceof ProjectError) return error.message;
  throw error;
});
if (problem === undefined) console.log('The changesets cover what changed since the last version.');
else {
  console.error(problem);
  process.exitCode = 1;
}
