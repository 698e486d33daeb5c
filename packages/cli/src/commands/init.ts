import { requireSecureUrl } from '@syncline/core/internal';
import { findProject } from '../init/find-project.ts';
import { layoutOf } from '../init/layout.ts';
import { nextSteps } from '../init/next-steps.ts';
import { planFiles, takenPaths, writeNewFiles } from '../init/plan-files.ts';
import { INTERFACES, type NewFile, type Project, type Services } from '../init/project.ts';
import { paint } from '../terminal/style.ts';
import { toJson } from '../formats/to-json.ts';
import type { Output } from '../terminal/output.ts';
import { exitStatus } from '../command/exit-status.ts';

export interface InitOptions {
  readonly odata?: string | true | undefined;
  readonly v2?: string | true | undefined;
  readonly cloud?: string | true | undefined;
  readonly dryRun?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/**
 * `syncline init`: writes a typed client file, a test against the sandbox and `.env.example` into a project. It detects
 * how the files must look, and never replaces a file. Returns the exit status. If one of the files exists already, the
 * status is 1, and the command writes nothing and shows what it would have written.
 */
export async function init(directory: string, options: InitOptions, output: Output): Promise<number> {
  const services = servicesOf(options);
  const project = findProject(directory);
  const layout = layoutOf(project);
  const files = planFiles(project, layout, services);
  const taken = takenPaths(project, files);
  const isWritten = taken.length === 0 && options.dryRun !== true;
  if (isWritten) await writeNewFiles(project, files);
  const steps = nextSteps(project, layout);
  if (options.json) {
    const { packageManager, language, modules, testRunner } = project;
    output.out(toJson({ written: isWritten, taken, files, packageManager, language, modules, testRunner, ...steps }));
    return taken.length === 0 ? exitStatus.yes : exitStatus.no;
  }
  if (isWritten) for (const { path } of files) output.out(`wrote ${path}`);
  else showTexts(files, output);
  if (taken.length > 0) {
    output.err(
      `${paint('syncline:', 'red', output)} Nothing was written, because ${taken.join(' and ')} ` +
        `${taken.length === 1 ? 'exists' : 'exist'} already. Move ${taken.length === 1 ? 'it' : 'them'} away and run ` +
        'the command again, or copy what you need from the text above.',
    );
    return exitStatus.no;
  }
  output.out('');
  output.out(`Found: ${describe(project)}.`);
  output.out(paint('Next:', 'bold', output));
  for (const command of [...steps.install, steps.test]) output.out(`  ${command}`);
  output.out('Then copy .env.example to .env and fill it in. Node reads it with `node --env-file=.env`.');
  for (const note of steps.notes) output.out(`${paint('Note:', 'yellow', output)} ${note}`);
  return exitStatus.yes;
}

/** The interfaces that the options name, or the OData interface if they name none. */
function servicesOf(options: InitOptions): Services {
  const named = INTERFACES.filter((name) => options[name] !== undefined);
  return new Map(
    (named.length === 0 ? (['odata'] as const) : named).map((name) => [name, addressOf(name, options[name])]),
  );
}

function addressOf(name: string, value: string | true | undefined): string | undefined {
  return typeof value === 'string' ? requireSecureUrl(value, { option: `--${name}` }).href : undefined;
}

function showTexts(files: readonly NewFile[], output: Output): void {
  for (const { path, text } of files) {
    output.out(paint(`--- ${path}`, 'bold', output));
    output.out(text);
  }
}

function describe({ packageManager, language, modules, testRunner, typescript }: Project): string {
  const checked = typescript === undefined ? '' : ` (checked by ${typescript.file})`;
  const compiler = language === 'typescript' ? `TypeScript (${typescript?.file})` : `JavaScript${checked}`;
  return `${packageManager}, ${compiler}, ${modules === 'esm' ? 'ES modules' : 'CommonJS'}, ${testRunner}`;
}
