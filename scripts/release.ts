// Why: a release that was never tested fails in production, and the second release fails in other ways than the first.
// `npm run release -- --dry-run` runs the steps of scripts/release/README.md against a registry on this machine: a first release,
// a breaking change, a second release, and an empty project that installs each. It publishes nothing elsewhere and does
// not change the checkout. Releases themselves are published by the workflow `release`.
import { readArguments } from './arguments.ts';
import { rehearse } from './release/rehearse.ts';

const { values } = readArguments('npm run release -- --dry-run', {
  options: { 'dry-run': { type: 'boolean', default: false } },
});
if (values['dry-run']) await rehearse((line) => console.log(line));
else {
  console.error(
    'The workflow `release` publishes releases: scripts/release/README.md has the steps. ' +
      'Run `npm run release -- --dry-run` to rehearse them on this machine.',
  );
  process.exitCode = 2;
}
