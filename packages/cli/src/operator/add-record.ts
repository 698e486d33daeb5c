import type { Command } from 'commander';

/** The options of `syncline record`. */
export interface RecordOptions {
  readonly out: string;
  /** The other command line */
  readonly command: readonly string[];
  /** Names of environment variables whose values must not be in the recording */
  readonly canaryEnv: readonly string[];
}

/** Adds `syncline record`, which runs another operator command and records its requests. */
export function addRecord(program: Command, record: (options: RecordOptions) => Promise<void>): void {
  program
    .command('record')
    .description('run another operator command, and record its requests and responses without secrets')
    .argument('<command...>', 'the command to run, with its own options after it')
    .passThroughOptions()
    .requiredOption('--out <file>', 'the HAR file; it is replaced when the command ends')
    .option(
      '--canary-env <name>',
      'an environment variable whose value must not be in the recording; repeatable',
      (name: string, before: readonly string[]): readonly string[] => [...before, name],
      [],
    )
    .addHelpText(
      'after',
      `
Examples:
  $ syncline record --out status.har status --since 7d
  $ syncline sandbox --replay status.har

Headers and query parameters that are not known to be harmless, the credential,
and tokens are removed before anything is written. If a secret or a canary is
found in what would be written, no recording is written.

Exit status: that of the command; 3 if the recording failed.`,
    )
    .action((command: readonly string[], options: Omit<RecordOptions, 'command'>) => record({ ...options, command }));
}
