import type { Recorder } from '@syncline/client/recorder';
import { Command, CommanderError, Help, Option } from 'commander';
import { addCompletion } from './completion/add-completion.ts';
import type { DiffOptions } from './commands/diff.ts';
import type { DoctorOptions } from './commands/doctor.ts';
import type { GenerateOptions } from './commands/generate.ts';
import type { ImpactOptions } from './commands/impact.ts';
import type { InitOptions } from './commands/init.ts';
import { type CommandDefinitions, operatorCommands } from './operator/operator-commands.ts';
import { addRecord } from './operator/add-record.ts';
import type { Output } from './terminal/output.ts';
import { exitStatus } from './command/exit-status.ts';
import { version } from './version.ts';

const collect = (value: string, before: readonly string[]): readonly string[] => [...before, value];
const json = (): Option => new Option('--json', 'print one JSON document');

/** What the commands of a program need from the code that runs it. */
export interface ProgramContext {
  readonly output: Output;
  /** Whether the caller prints errors as JSON, so that they are not printed as text here. @default false */
  readonly asJson?: boolean;
  /** The first word of the command line. If it is a command, the other commands are left out. @default all commands */
  readonly called?: string | undefined;
  /** Receives the exit status of the command that runs */
  readonly settle: (status: number) => void;
  /** Records the requests of an operator command */
  readonly recorder?: Pick<Recorder, 'transport'> | undefined;
  /** Runs another command line with a recorder, and returns its exit status */
  readonly runRecorded: (args: readonly string[], recorder: Pick<Recorder, 'transport'>) => Promise<number>;
}

/** The only definition of the commands: parsing, help, completion and the reference are generated from it. */
export function createProgram({ output, asJson, settle, recorder, runRecorded, called = '' }: ProgramContext): Command {
  const program = new Command('syncline')
    .description(
      'Watch the jobs of your service, start a project, generate code, find what a change breaks, and run the sandbox',
    )
    .option('-v, --version', 'print the version')
    // An option belongs to the command before it, so that `record` can pass on the options of the command that it runs.
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => output.out(text.trimEnd()),
      writeErr: (text) => (asJson === true ? undefined : output.err(text.trimEnd())),
    })
    .configureHelp({
      // Help does not show the empty list as the default of a repeatable option, because it says nothing.
      optionDescription: (option) => new Help().optionDescription(option).replace(/ \(default: (?:\[\]|\{\})\)$/, ''),
    })
    // Commander's method `version` would need the version even if nobody requests it.
    .on('option:version', () => {
      output.out(version);
      throw new CommanderError(exitStatus.yes, 'commander.version', '');
    });

  const builders: CommandDefinitions = {
    init: () =>
      program
        .command('init')
        .description('write a typed client file, a test against the sandbox and .env.example into your project')
        .argument('[dir]', 'the folder of your package.json', '.')
        .option('--odata [url]', 'a client of the OData interface, at this address (default if you name no interface)')
        .option('--v2 [url]', 'a client of the v2 interface')
        .option('--cloud [url]', 'a client of the cloud query interface')
        .option('--dry-run', 'write nothing; print what would be written')
        .addOption(json())
        .addHelpText(
          'after',
          '\nThe command detects the package manager, the language, the module type, the test runner and the folders from\n' +
            'the files of the project. It replaces no file and does not change package.json.',
        )
        .action(async (directory: string, options: InitOptions) => {
          const { init } = await import('./commands/init.ts');
          settle(await init(directory, options, output));
        }),
    generate: () =>
      program
        .command('generate')
        .description('generate types, records and tables from your own documents')
        .addOption(
          new Option('--document <name=path>', 'an OpenAPI 3 document, as a file or an https:// address; repeatable')
            .argParser(collect)
            .default([] as readonly string[])
            .makeOptionMandatory(),
        )
        .addOption(
          new Option('--overlay <path>', 'an OpenAPI Overlay 1.0 document; repeatable')
            .argParser(collect)
            .default([] as readonly string[]),
        )
        .requiredOption('--out <folder>', 'the output folder: empty, or with files that were generated before')
        .option('--redocly-config <path>', 'a redocly configuration with the lint rules')
        .addOption(
          new Option('--import-extension <extension>', 'the extension in the imports of the generated files')
            .choices(['.js', '.ts'])
            .default('.js'),
        )
        .option('--check', 'write nothing; exit with 1 if the folder differs')
        .option('--watch', 'generate again after each change')
        .addOption(json())
        .action(async (options: GenerateOptions) => {
          const { generate } = await import('./commands/generate.ts');
          settle(await generate(options, output));
        }),
    diff: () =>
      program
        .command('diff')
        .description(
          'list every change between two versions of the documents, and the version bump that each package needs',
        )
        .argument('<old>', 'the old OpenAPI document, or a folder whose redocly.yaml lists documents')
        .argument('<new>', 'the new OpenAPI document or folder')
        .addOption(
          new Option('--fail-on <bump>', 'exit with 1 if a change needs this bump or a higher one')
            .choices(['none', 'patch', 'minor', 'major'])
            .default('none'),
        )
        .option('--changeset [folder]', 'write a changeset for the changes (default folder: .changeset)')
        .addOption(json())
        .action(async (before: string, after: string, options: DiffOptions) => {
          const { diff } = await import('./commands/diff.ts');
          settle(await diff(before, after, options, output));
        }),
    impact: () =>
      program
        .command('impact')
        .description('list the lines of your code that use what changed, and explain what breaks')
        .argument('[dir]', 'a folder with a tsconfig.json, or a tsconfig file', '.')
        .requiredOption('--new <path>', 'the new OpenAPI document, or a folder of documents')
        .option(
          '--old <path>',
          'the old document or folder (default: the documents of the installed @syncline/openapi)',
        )
        .option('--all', 'include changes to documentation')
        .addOption(
          new Option('--output <format>', 'text, json, sarif (code scanning) or github (annotations of a pull request)')
            .choices(['text', 'json', 'sarif', 'github'])
            .default('text'),
        )
        .addOption(json())
        .action(async (directory: string, options: ImpactOptions) => {
          const { impact } = await import('./commands/impact.ts');
          settle(await impact(directory, options, output));
        }),
    doctor: () =>
      program
        .command('doctor')
        .description(
          'send GET requests to a live service to find out what is wrong and how to fix it, ' +
            'and print a client that fits the service',
        )
        .option('--odata <url>', 'base URL of the OData interface')
        .option('--v2 <url>', 'base URL of the v2 interface')
        .addOption(
          new Option('--header <name>', 'a header name to try with SYNCLINE_API_KEY or SYNCLINE_USER_TOKEN; repeatable')
            .argParser(collect)
            .default([] as readonly string[]),
        )
        .option('--proxy <url>', 'an HTTP proxy (default: HTTPS_PROXY, HTTP_PROXY and NO_PROXY)')
        .option('--no-proxy', 'connect directly, and ignore the proxy variables')
        .option('--ca <file>', 'a PEM file with certificate authorities to trust in addition')
        .option('--allow-insecure-http', 'allow http: send the credential to another machine without TLS')
        .addOption(json())
        .addHelpText(
          'after',
          '\nThe credential comes from environment variables: SYNCLINE_USERNAME and SYNCLINE_PASSWORD,\n' +
            'or others that fromEnvironment of @syncline/auth reads.\n\n' +
            'Exit status: 0 no problem, 1 a problem, 2 the input cannot be used, 3 a check could not tell.',
        )
        .action(async (options: DoctorOptions) => {
          const { doctor } = await import('./commands/doctor.ts');
          settle(await doctor(options, output));
        }),
    sandbox: () =>
      program
        .command('sandbox')
        .description('run a local copy of the service; takes the options of syncline-sandbox')
        .allowUnknownOption()
        .helpOption(false)
        .argument('[options...]')
        .action(async (args: readonly string[]) => {
          const { sandbox } = await import('./commands/sandbox.ts');
          settle(await sandbox(args));
        }),
  };
  const operators: CommandDefinitions = {
    ...operatorCommands(program, async () => {
      const { createOperator } = await import('./operator/run-operator.ts');
      return createOperator(output, settle, recorder);
    }),
    record: () =>
      addRecord(program, async (options) => {
        const { record } = await import('./operator/record.ts');
        settle(await record(options, output, runRecorded));
      }),
  };

  const all = { ...builders, ...operators };
  if (Object.hasOwn(all, called)) {
    all[called]?.();
    return withHints(program);
  }
  for (const [group, definitions] of [
    ['For operators:', operators],
    ['For developers:', builders],
    ['For your shell:', { completion: () => addCompletion(program, output) }],
  ] as const) {
    program.commandsGroup(group);
    for (const each of Object.values(definitions)) each();
  }
  return withHints(program);
}

/** Adds the next step to error messages: show the help of the command that was called. */
function withHints(program: Command, path = 'syncline'): Command {
  program.showHelpAfterError(
    path === 'syncline' ? 'Run `syncline help` to list the commands.' : `Run \`${path} --help\` for help.`,
  );
  for (const command of program.commands) withHints(command, `${path} ${command.name()}`);
  return program;
}
