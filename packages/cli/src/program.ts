import { Command, CommanderError, Option } from 'commander';
import { diff, type DiffOptions } from './commands/diff.ts';
import { generate, type GenerateOptions } from './commands/generate.ts';
import { impact, type ImpactOptions } from './commands/impact.ts';
import { GenerateError } from './generate/generate-error.ts';
import { EXIT, InputError } from './support/exit-codes.ts';
import { paint, toJson, type Output } from './support/console.ts';

const collect = (value: string, before: readonly string[]): readonly string[] => [...before, value];
const json = (): Option => new Option('--json', 'print one JSON document, for programs');

/** Runs one command line (without the program's own name) and answers its exit status: 0 yes, 1 no, 2 bad input. */
export async function run(args: readonly string[], output: Output): Promise<number> {
  let status: number = EXIT.ok;
  const program = new Command('syncline')
    .description('Regenerate from a description, see what a change breaks, run the sandbox')
    .exitOverride()
    .configureOutput({ writeOut: (text) => output.out(text.trimEnd()), writeErr: (text) => output.err(text.trimEnd()) })
    .showHelpAfterError('Run syncline help for what there is.');

  program.command('generate')
    .description('write types, records and tables from your own documents')
    .addOption(new Option('--document <name=path>', 'an OpenAPI 3 document; may be given again').argParser(collect).default([] as readonly string[]).makeOptionMandatory())
    .addOption(new Option('--overlay <path>', 'an OpenAPI Overlay 1.0 document; may be given again').argParser(collect).default([] as readonly string[]))
    .requiredOption('--out <folder>', 'where the files go: an empty folder, or one generated before')
    .option('--config <path>', 'redocly configuration to lint by')
    .addOption(new Option('--import-extension <extension>', 'how the files import each other').choices(['.js', '.ts']).default('.js'))
    .option('--check', 'write nothing; fail when the folder differs')
    .option('--watch', 'generate again after each change')
    .addOption(json())
    .action(async (options: GenerateOptions) => {
      if (options.document.length === 0) throw new InputError('name a document: --document odata=./odata.yaml');
      status = await generate(options, output);
    });

  program.command('diff')
    .description('rate every change between two descriptions, and the bump each package needs')
    .argument('<old>', 'a document, or a folder whose redocly.yaml maps documents')
    .argument('<new>', 'the same, later')
    .addOption(new Option('--fail-on <bump>', 'end with 1 when a change needs this bump or more').choices(['none', 'patch', 'minor', 'major']).default('none'))
    .option('--changeset [folder]', 'write a changeset that covers the changes (into .changeset)')
    .addOption(json())
    .action(async (before: string, after: string, options: DiffOptions) => {
      status = await diff(before, after, options, output);
    });

  program.command('impact')
    .description('list the lines of your own code that use what changed, and why it matters')
    .argument('[dir]', 'a project with a tsconfig.json', '.')
    .requiredOption('--new <path>', 'the later description: a document, or a folder of them')
    .option('--old <path>', 'the earlier one (that of the installed @syncline/openapi)')
    .option('--all', 'changes of documentation too')
    .addOption(json())
    .action(async (directory: string, options: ImpactOptions) => {
      status = await impact(directory, options, output);
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
  if (asJson) output.out(toJson({ error: { code: error.code, message: error.message, ...('problems' in error ? { problems: error.problems } : {}) } }));
  else output.err(`${paint(output, 'red', 'syncline:')} ${error.message}`);
  return EXIT.unusable;
}
