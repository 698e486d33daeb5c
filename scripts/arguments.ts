// Why: a misspelled option, or `--help`, must not start what a script does without options.
import { parseArgs, type ParseArgsConfig } from 'node:util';

/** Reads the arguments of a script. One that it does not take ends the script with exit status 2 and its usage. */
export function readArguments<Config extends ParseArgsConfig>(
  usage: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    const [problem = ''] = (error as Error).message.split('\n');
    console.error(`${problem}\nUsage: ${usage}`);
    process.exit(2);
  }
}

/** Reads the only option of a script that writes files: `--check`, with which it compares them instead. */
export function isCheck(script: string): boolean {
  const { values } = readArguments(`${script} [--check]`, { options: { check: { type: 'boolean', default: false } } });
  return values.check;
}
