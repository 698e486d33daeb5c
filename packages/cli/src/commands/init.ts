import { ConfigError, requireSecureUrl } from '@syncline/core/internal';
import { findProject } from '../init/find-project.ts';
import { layoutOf } from '../init/layout.ts';
import { nextSteps } from '../init/next-steps.ts';
import { planFiles, takenPaths, writeNewFiles } from '../init/plan-files.ts';
import { INTERFACES, type NewFile, type Project, type Services } from '../init/project.ts';
import { paint } from '../terminal/style.ts';
import { toJson } from '../formats/to-json.ts';
import { type CommandOutput, defineCommand, type ProgramContext } from '../command/define-command.ts';
import { exitStatus } from '../command/exit-status.ts';

/**
 * `syncline init`: writes a typed client file, a test against the sandbox and `.env.example` into a project, or with
 * `--ops` the configuration of the commands that operate a service. It never replaces a file.
 */
export const init = defineCommand({
  name: 'init',
  group: 'developers',
  summary: 'write a typed client file and a test into your project, or with --ops the configuration syncline.yaml',
  arguments: { dir: { text: 'the folder of your package.json', isOptional: true, default: '.' } },
  options: {
    odata: {
      value: 'url',
      text: 'a client of the OData interface, at this address (default if you name no interface)',
      isValueOptional: true,
    },
    v2: { value: 'url', text: 'a client of the v2 interface', isValueOptional: true },
    cloud: { value: 'url', text: 'a client of the cloud query interface', isValueOptional: true },
    ops: {
      text: 'write syncline.yaml for the commands that operate the service: reads its history to find out what the records contain',
    },
    timeZone: { value: 'zone', text: 'with --ops: the IANA time zone of times without an offset' },
    yes: { text: 'with --ops: ask no questions: accept the proposals, and leave out what is undecided' },
    dryRun: { text: 'write nothing; print what would be written' },
  },
  formats: ['text', 'json'],
  examples: [
    'syncline init --dry-run',
    'syncline init --odata https://sync.example.com/api.rsc --v2',
    'syncline init --ops --odata https://sync.example.com/api.rsc',
  ],
  notes:
    'Without --ops, the command detects the package manager, the language, the module type, the test runner and the folders from the ' +
    'files of the project. It replaces no file and does not change package.json.',
  exitStatuses: {
    0: 'the files were written, or printed',
    1: 'one of the files exists, so nothing was written',
    3: 'with --ops: the history does not show enough to write a configuration',
  },
  async run(options, context) {
    const { output } = context;
    const { dir, odata, v2, timeZone, ops, yes = false, dryRun = false } = options;
    if (ops === true) {
      const { initOps } = await import('../init/ops/init-ops.ts');
      return initOps({ dir, odata, v2, timeZone, yes, dryRun }, context, (file) => showFreshness(file, context));
    }
    if (timeZone !== undefined || yes) throw new ConfigError(yes ? '--yes' : '--time-zone', 'is for --ops');
    const services = servicesOf(options);
    const project = findProject(options.dir);
    const layout = layoutOf(project);
    const files = planFiles(project, layout, services);
    const taken = takenPaths(project, files);
    const isWritten = taken.length === 0 && options.dryRun !== true;
    if (isWritten) writeNewFiles(project, files);
    const steps = nextSteps(project, layout);
    if (output.format === 'json') {
      const { packageManager, language, modules, testRunner } = project;
      output.write(
        toJson({ written: isWritten, taken, files, packageManager, language, modules, testRunner, ...steps }, 2),
      );
      return taken.length === 0 ? exitStatus.yes : exitStatus.no;
    }
    if (isWritten) for (const { path } of files) output.write(`wrote ${path}`);
    else showTexts(files, output);
    if (taken.length > 0) {
      output.note(
        `Nothing was written, because ${taken.join(' and ')} ` +
          `${taken.length === 1 ? 'exists' : 'exist'} already. Move ${taken.length === 1 ? 'it' : 'them'} away and run ` +
          'the command again, or copy what you need from the text above.',
        ['syncline:', 'red'],
      );
      return exitStatus.no;
    }
    output.write('');
    output.write(`Found: ${describe(project)}.`);
    output.write(paint('Next:', 'bold', output.view));
    for (const command of [...steps.install, steps.test]) output.write(`  ${command}`);
    output.write('Then copy .env.example to .env and fill it in. Node reads it with `node --env-file=.env`.');
    for (const note of steps.notes) output.write(`${paint('Note:', 'yellow', output.view)} ${note}`);
    return exitStatus.yes;
  },
});

/** Shows the first answer of a new configuration. */
async function showFreshness(file: string, context: ProgramContext): Promise<void> {
  const { output, variables } = context;
  const [{ freshness }, { openEnvironment }] = await Promise.all([import('./freshness.ts'), import('@syncline/ops')]);
  output.write(paint('$ syncline freshness', 'dim', output.view));
  const environment = await openEnvironment({ file, variables });
  try {
    const options = { job: undefined, since: undefined, from: 'service', all: undefined, failOn: 'error' } as const;
    await freshness.run(options, { ...context, environment, output: { ...output, format: 'table' } });
  } finally {
    await environment.close();
  }
  output.note('Read the comments in the file. Then try `syncline status`, or `syncline monitor` to keep watching.');
}

/** The interfaces that the options name, or the OData interface if they name none. */
function servicesOf(options: Parameters<typeof init.run>[0]): Services {
  const named = INTERFACES.filter((name) => options[name] !== undefined);
  return new Map(
    (named.length === 0 ? (['odata'] as const) : named).map((name) => [name, addressOf(name, options[name])]),
  );
}

function addressOf(name: string, value: string | true | undefined): string | undefined {
  return typeof value === 'string' ? requireSecureUrl(value, { option: `--${name}` }).href : undefined;
}

function showTexts(files: readonly NewFile[], output: CommandOutput): void {
  for (const { path, text } of files) {
    output.write(paint(`--- ${path}`, 'bold', output.view));
    output.write(text);
  }
}

function describe({ packageManager, language, modules, testRunner, typescript }: Project): string {
  const checked = typescript === undefined ? '' : ` (checked by ${typescript.file})`;
  const compiler = language === 'typescript' ? `TypeScript (${typescript?.file})` : `JavaScript${checked}`;
  return `${packageManager}, ${compiler}, ${modules === 'esm' ? 'ES modules' : 'CommonJS'}, ${testRunner}`;
}
