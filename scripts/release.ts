// Why: a release has steps that belong together, and one that was never tested fails in production. `npm run release --
// version` uses up the changesets; `-- baseline` stores the surface of a version that is not published yet again. `--
// --dry-run` rehearses two releases with a registry on this machine; it publishes nothing elsewhere and does not change
// the checkout. Releases themselves are published by the workflow `release`: scripts/release/README.md has the steps.
import { readArguments } from './arguments.ts';
import { ProjectError } from './project-error.ts';
import { ROOT } from './ship/packages.ts';

const usage = 'npm run release -- version | baseline | --dry-run';
const { values, positionals } = readArguments(usage, {
  options: { 'dry-run': { type: 'boolean', default: false } },
  allowPositionals: true,
});
const step = values['dry-run'] && positionals.length === 0 ? 'rehearse' : positionals.join(' ');
try {
  await run(step);
} catch (error) {
  if (!(error instanceof ProjectError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function run(step: string): Promise<void> {
  if (step === 'rehearse') {
    const { rehearse } = await import('./release/rehearse.ts');
    await rehearse((line) => console.log(line));
  } else if (step === 'version') {
    const { setVersion } = await import('./release/set-version.ts');
    console.log(`All packages have version ${await setVersion(ROOT)}: commit what has changed.`);
  } else if (step === 'baseline') {
    const { currentSurface, writeBaseline } = await import('./release/surface.ts');
    writeBaseline(ROOT);
    console.log(`scripts/release/baseline is the surface of ${currentSurface(ROOT).version}: review what has changed.`);
  } else {
    console.error(`Usage: ${usage}\nThe workflow \`release\` publishes: scripts/release/README.md has the steps.`);
    process.exitCode = 2;
  }
}
