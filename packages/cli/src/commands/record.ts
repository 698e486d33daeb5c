import { rmSync } from 'node:fs';
import { createRecorder, isRecordingError, type Recorder } from '@syncline/client/recorder';
import { moveFile, temporaryPath } from '@syncline/core/files';
import { ConfigError, isConfigError } from '@syncline/core/internal';
import { type CommandEntry, defineCommand } from '../command/define-command.ts';
import { exitStatus } from '../command/exit-status.ts';
import { outputTarget } from '../formats/output-target.ts';

/**
 * `syncline record`: runs another command, and records what its clients send and receive. The file gets its final name
 * when the command has ended, so that a failed recording does not replace an earlier one.
 */
export const record = defineCommand({
  name: 'record',
  group: 'operators',
  summary: 'run another operator command, and record its requests and responses without secrets',
  arguments: { command: { text: 'the command to run, with its own options after it', isVariadic: true } },
  options: {
    out: { value: 'file', text: 'the HAR file; it is replaced when the command ends', isRequired: true },
    canaryEnv: {
      value: 'name',
      text: 'an environment variable whose value must not be in the recording; repeatable',
      isRepeatable: true,
    },
  },
  examples: ['syncline record --out status.har status --since 7d', 'syncline sandbox --replay status.har'],
  notes:
    'Headers and query parameters that are not known to be harmless, the credential, and tokens are removed before ' +
    'anything is written. If a secret or a canary is found in what would be written, no recording is written.',
  exitStatuses: {
    0: 'that of the command',
    1: 'that of the command',
    2: 'that of the command, or an option cannot be used',
    3: 'that of the command, or the recording failed',
  },
  passesOptions: true,
  async run({ out, command, canaryEnv }, { output, commands, runRecorded }) {
    const recordable = commands.filter(isRecordable).map(({ name }) => name);
    if (!recordable.some((name) => name.split(' ')[0] === command[0]))
      throw new ConfigError(
        'syncline record',
        `runs one of ${recordable.join(', ')}; write it after the options of record: ` +
          'syncline record --out status.har status --since 7d',
      );
    const file = fileOf(out);
    const part = temporaryPath(file);
    const recorder = openRecorder(part, canaryEnv);
    const status = await runRecorded(command, recorder).catch(async (error: unknown) => {
      await recorder.close().catch(() => undefined);
      rmSync(part, { force: true });
      throw error;
    });
    try {
      const { entries } = await recorder.close();
      if (entries === 0) {
        rmSync(part, { force: true });
        output.note('Nothing was sent, so there is no recording.');
        return status;
      }
      moveFile(part, file);
      output.note(
        `Recorded ${entries} ${entries === 1 ? 'request' : 'requests'} in ${out}. ` +
          `Replay it with \`syncline sandbox --replay ${out}\`.`,
      );
      return status;
    } catch (error) {
      if (!isRecordingError(error)) throw error;
      // The option is a function, which a command line cannot give.
      const message = error.message.replace(
        'Remove it with the option redact.',
        'Record with createRecorder of @syncline/client/recorder in a program, and remove it with the option redact.',
      );
      output.note(`syncline: ${message}`);
      return exitStatus.unknown;
    }
  },
});

/** Whether a command sends requests to the configured service, and ends. */
function isRecordable(command: CommandEntry): boolean {
  return command.isRecordable ?? command.environment !== undefined;
}

/** The file to replace. */
function fileOf(out: string): string {
  const { path, kind } = outputTarget(out);
  if (kind !== 'file') throw new ConfigError('--out', `${out} is not a file; name a file`);
  return path;
}

function openRecorder(file: string, canaryEnv: readonly string[]): Recorder {
  const canaries = canaryEnv.map((name) => {
    const value = process.env[name];
    if (value === undefined || value === '')
      throw new ConfigError('--canary-env', `names the environment variable ${name}, which is not set. Set it`);
    return value;
  });
  try {
    return createRecorder({ file, canaries });
  } catch (error) {
    if (!isConfigError(error)) throw error;
    const option = error.option === 'file' ? '--out' : '--canary-env';
    throw new ConfigError(option, error.message.replace(error.option, '').trim());
  }
}
