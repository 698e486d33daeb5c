import type { CommandContext } from '../command/define-command.ts';
import type { ReadPages } from './read-service.ts';
import { checkReadable, type ExportState } from './export-query.ts';
import type { ExportText } from './export-text.ts';
import type { PartFile } from './part-file.ts';
import type { Progress } from './progress.ts';

/**
 * Appends all pages to a part file, and then gives the file its final name.
 *
 * @returns the last state; undefined if the command was interrupted
 * @throws {ExportError} when the file cannot be written; also throws the reader's errors
 * @throws {ConfigError} when no record could be read as a run
 */
export async function writeText(
  part: PartFile,
  read: ReadPages,
  { header, linesOf }: ExportText,
  { signal }: Pick<CommandContext, 'signal'>,
  onProgress: (progress: Progress) => void,
): Promise<ExportState | undefined> {
  const before = part.state.runs;
  if (!part.isComplete) {
    if (part.bytes === 0 && header !== '') part.append(header, part.state);
    for await (const { runs, unreadable, cursor, share, of } of read(part.state.cursor)) {
      const { state } = part;
      part.append(linesOf(runs), {
        ...state,
        cursor,
        runs: state.runs + runs.length,
        unreadable: state.unreadable + unreadable,
      });
      onProgress({ runs: part.state.runs - before, share, of });
      if (signal.aborted) return undefined;
    }
  }
  const { state } = part;
  checkReadable(state);
  part.complete();
  return state;
}
