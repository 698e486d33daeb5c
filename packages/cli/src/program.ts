import { Command, CommanderError, Option } from 'commander';
import type { DiffOptions } from './commands/diff.ts';
import type { DoctorOptions } from './commands/doctor.ts';
import type { GenerateOptions } from './commands/generate.ts';
import type { ImpactOptions } from './commands/impact.ts';
import { GenerateError } from './generate/generate-error.ts';
import { EXIT, InputError } from './support/exit-codes.ts';
import { paint, toJson, type Output } from './support/console.ts';

const collect = (value: string, before: readonly string[]): readonly string[] => [...before, value];
const json = (): Option => new Option('--json', 'print one JSON document, for programs');

/**
 * Runs one command line (without the program's own name) and answers its exit status: 0 done, 1 the answer is no, 2 bad input.
 * Each command is loaded when it is called: none pays for another's compiler.
 *
 * @example
 * ```ts
 * const status = await run(['diff', 'old.yaml', 'new.yaml'], { out: console.log, err: console.error, colour: false });
 * ```
 */
export async function run(args: readonly string[], output: Output): Promise<number> {
  let status: number = EXIT.ok;
  const program = new Command('syncline')
    .description('Regenerate from a description, see what a change breaks, run the sandbox')
    .exitOverride()
    .configureOutput({ writeOut: (text) => output.out(text.trimEnd()), writeErr: (text) => output.err(text.trimEnd()) })
    .showHelpAfterError('Run syncline help for what there is.');

  program
    .command('generate')
    .description('write types, records and tables from your own documents')
    .addOption(
      new Option('--document <name=path>', 'an OpenAPI 3 document; may be given again')
        .argParser(collect)
        .default([] as readonly string[])
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--overlay <path>', 'an OpenAPI Overlay 1.0 document; may be given again')
        .argParser(collect)
        .default([] as readonly string[]),
    )
    .requiredOption('--out <folder>', 'where the files go: an empty folder, or one generated before')
    .option('--config <path>', 'redocly configuration to lint by')
    .addOption(
      new Option('--import-extension <extension>', 'how the files import each other')
        .choices(['.js', '.ts'])
        .default('.js'),
    )
    .option('--check', 'write nothing; fail when the folder differs')
    .option('--watch', 'generate again after each change')
    .addOption(json())
    .action(async (options: GenerateOptions) => {
      if (options.document.length === 0) throw new InputError('name a document: --document odata=./odata.yaml');
      const { generate } = await import('./commands/generate.ts');
      status = await generate(options, output);
    });

  program
    .command('diff')
    .description('rate every change between two descriptions, and the bump each package needs')
    .argument('<old>', 'a document, or a folder whose redocly.yaml maps documents')
    .argument('<new>', 'the same, later')
    .addOption(
      new Option('--fail-on <bump>', 'end with 1 when a change needs this bump or more')
        .choices(['none', 'patch', 'minor', 'major'])
        .default('none'),
    )
    .option('--changeset [folder]', 'write a changeset that covers the changes (into .changeset)')
    .addOption(json())
    .action(async (before: string, after: string, options: DiffOptions) => {
      const { diff } = await import('./commands/diff.ts');
      status = await diff(before, after, options, output);
    });

  program
    .command('impact')
    .description('list the lines of your own code that use what changed, and why it matters')
    .argument('[dir]', 'a project with a tsconfig.json', '.')
    .requiredOption('--new <path>', 'the later description: a document, or a folder of them')
    .option('--old <path>', 'the earlier one (that of the installed @syncline/openapi)')
    .option('--all', 'changes of documentation too')
    .addOption(json())
    .action(async (directory: string, options: ImpactOptions) => {
      const { impact } = await import('./commands/impact.ts');
      status = await impact(directory, options, output);
    });

  program
    .command('doctor')
    .description(
      'ask a live service, with GETs, what the specification leaves open: envelopes, header names, status words, unknown fields',
    )
    .option('--odata <url>', 'base URL of the OData interface')
    .option('--v2 <url>', 'base URL of the v2 interface')
    .addOption(
      new Option(
        '--header <name>',
        'a header name to try with SYNCLINE_API_KEY or SYNCLINE_USER_TOKEN; may be given again',
      )
        .argParser(collect)
        .default([] as readonly string[]),
    )
    .option('--allow-insecure-http', 'send the credential without TLS to another machine')
    .addOption(json())
    .addHelpText(
      'after',
      '\nThe credential comes from the environment: SYNCLINE_USERNAME and SYNCLINE_PASSWORD, or another way of @syncline/auth fromEnvironment.',
    )
    .action(async (options: DoctorOptions) => {
      const { doctor } = await import('./commands/doctor.ts');
      status = await doctor(options, output);
    });

  program
    .command('sandbox')
    .description('run the service on this machine; options are those of syncline-sandbox')
    .allowUnknownOption()
    .helpOption(false)
    .argument('[options...]')
    .action(async (args: readonly string[]) => {
      const { sandbox } = await import('./commands/sandbox.ts');
      status = await sandbox(args);
    });

  try {
    await program.parseAsync(args, { from: 'user' });
    return status;
  } catch (error) {
    return explain(error, args.includes('--json'), output);
  }
}

function explain(error: unknown, asJson: boolean, output: Output): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.unusable;
  if (!(error instanceof GenerateError) && !(error instanceof InputError)) throw error;
  if (asJson)
    output.out(
      toJson({
        error: {
          code: error.code,
          message: error.message,
          ...('problems' in error ? { problems: error.problems } : {}),
        },
      }),
    );
  else output.err(`${paint(output, 'red', 'syncline:')} ${error.message}`);
  return EXIT.unusable;
}
