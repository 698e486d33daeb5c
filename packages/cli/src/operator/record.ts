import { renameSync, rmSync } from 'node:fs';
import { createRecorder, isRecordingError, type Recorder } from '@syncline/client/recorder';
import { ConfigError, isConfigError } from '@syncline/core/internal';
import { outputTarget } from '../formats/output-target.ts';
import type { Output } from '../terminal/output.ts';
import { paint } from '../terminal/style.ts';
import { exitStatus } from '../command/exit-status.ts';
import type { RecordOptions } from './add-record.ts';

/** The commands that send requests to the configured service. */
const recordable = [
  'jobs',
  'status',
  'history',
  'wait',
  'watch',
  'diagnose',
  'freshness',
  'lint',
  'snapshot',
  'drift',
  'export',
  'report',
] as const;

/**
 * `syncline record`: runs another command, and records what its clients send and receive. The file gets its final name
 * when the command has ended, so that a failed recording does not replace an earlier one.
 *
 * @returns the exit status of the command, or 3 if the recording failed
 * @throws {ConfigError} when the command cannot be recorded, or the file cannot be created
 */
export async function record(
  { out, command, canaryEnv }: RecordOptions,
  output: Output,
  runRecorded: (args: readonly string[], recorder: Recorder) => Promise<number>,
): Promise<number> {
  const [name = ''] = command;
  if (!(recordable as readonly string[]).includes(name))
    throw new ConfigError(
      'syncline record',
      `runs one of ${recordable.join(', ')}; write it after the options of record: ` +
        'syncline record --out status.har status --since 7d',
    );
  const file = fileOf(out);
  const part = `${file}.part`;
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
      output.err('Nothing was sent, so there is no recording.');
      return status;
    }
    renameSync(part, file);
    output.err(
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
    output.err(`${paint('syncline:', 'red', output)} ${message}`);
    return exitStatus.unknown;
  }
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
