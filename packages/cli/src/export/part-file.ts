import { closeSync, existsSync, fstatSync, rmSync, statSync } from 'node:fs';
import {
  appendText,
  cutOff,
  moveFile,
  openForAppending,
  readProblem,
  readTextSync,
  replaceFile,
} from '@syncline/core/files';
import { ConfigError } from '@syncline/core/internal';
import { outputTarget } from '../formats/output-target.ts';
import { checkReadable, describeDifference, ExportError, type ExportState, readState } from './export-query.ts';
import type { ExportText } from './export-text.ts';
import type { ExportTarget } from './progress.ts';
import { type ReadPages, stateAfter } from './read-service.ts';

/** The state of a part file: the progress of the export, and the length of the part file at that point. */
interface PartState extends ExportState {
  readonly bytes: number;
  /** Whether everything is written, so that only the file must be renamed */
  readonly isComplete: boolean;
}

/**
 * A file that is written as `FILE.part`, with its state in `FILE.part.json`. The state is replaced after each page,
 * once the page is on the disk. An export that was killed cuts off everything after the point in the state, and
 * continues there. The file gets its final name when it is complete.
 */
export class PartFile {
  readonly #out: string;
  readonly #part: string;
  readonly #statePath: string;
  #state: PartState;
  #file: number | undefined;
  /** Whether an earlier run of the command began the export */
  readonly isContinued: boolean;

  /**
   * Begins an export, or finds the unfinished one.
   *
   * @throws {ConfigError} when the file cannot be created, or the existing part belongs to another query or is damaged
   */
  constructor(out: string, fresh: ExportState, restart: boolean) {
    const { path, kind } = outputTarget(out);
    if (kind !== 'file') throw refusal(out, 'is not a file; name a file');
    this.#out = path;
    this.#part = `${path}.part`;
    this.#statePath = `${path}.part.json`;
    if (restart) for (const path of [this.#part, this.#statePath]) rmSync(path, { force: true });
    const kept = this.#readState(fresh);
    this.isContinued = kept !== undefined;
    this.#state = kept ?? { ...fresh, bytes: 0, isComplete: false };
    try {
      if (kept === undefined) this.#writeState(this.#state);
      if (!existsSync(this.#part) && this.#state.isComplete) return;
      this.#file = openForAppending(this.#part);
      cutOff(this.#file, this.#state.bytes);
    } catch (error) {
      throw refusal(out, `cannot be created: ${codeOf(error)}. Name a file in a folder that you can write to`, error);
    }
  }

  get state(): ExportState {
    return this.#state;
  }

  /**
   * Appends all pages, and then gives the file its final name.
   *
   * @returns the last state; undefined if the command was interrupted
   * @throws {ExportError} when the file cannot be written; also throws the reader's errors
   * @throws {ConfigError} when no record could be read as a run
   */
  async write(read: ReadPages, { header, linesOf }: ExportText, to: ExportTarget): Promise<ExportState | undefined> {
    const before = this.#state.runs;
    if (!this.#state.isComplete) {
      if (this.#state.bytes === 0 && header !== '') this.#append(header, this.#state);
      for await (const page of read(this.#state.cursor)) {
        this.#append(linesOf(page.runs), stateAfter(this.#state, page));
        to.onProgress({ ...page, runs: this.#state.runs - before });
        if (to.signal.aborted) return undefined;
      }
    }
    checkReadable(this.#state);
    this.#complete();
    return this.#state;
  }

  /** Appends a text, and then updates the state. @throws {ExportError} when it cannot be written */
  #append(text: string, state: ExportState): void {
    this.#guarded(() => {
      const file = this.#file as number;
      if (fstatSync(file).size !== this.#state.bytes) throw new Error('EBUSY');
      appendText(file, text);
      this.#writeState({ ...state, bytes: this.#state.bytes + Buffer.byteLength(text), isComplete: false });
    });
  }

  /** Gives the file its final name. An existing file is replaced. @throws {ExportError} when that fails */
  #complete(): void {
    this.#guarded(() => {
      if (!this.#state.isComplete) this.#writeState({ ...this.#state, isComplete: true });
      this.close();
      if (existsSync(this.#part)) moveFile(this.#part, this.#out, { flush: true });
      rmSync(this.#statePath, { force: true });
    });
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #readState({ query }: ExportState): PartState | undefined {
    const [out, part] = [this.#out, this.#part];
    const again = `add --restart to begin again, which deletes ${part}`;
    if (!existsSync(this.#statePath)) {
      if (!existsSync(part)) return undefined;
      throw refusal(out, `cannot be written: ${part} exists, but its state file is missing. Move it away, or ${again}`);
    }
    const state = readState(this.#stateText()) as PartState | undefined;
    if (state === undefined || !Number.isSafeInteger(state.bytes))
      throw refusal(out, `cannot be continued: ${this.#statePath} is damaged; ${again}`);
    const difference = describeDifference(state.query, query);
    if (difference !== '')
      throw refusal(
        out,
        `has an unfinished export of another query, with ${difference}. Finish it with its own options and configuration, name another ` +
          `file, or ${again}`,
      );
    const size = existsSync(part) ? statSync(part).size : 0;
    if (size < state.bytes && !(state.isComplete && !existsSync(part)))
      throw refusal(out, `cannot be continued: ${part} is shorter than ${this.#statePath} says; ${again}`);
    return state;
  }

  #stateText(): string {
    try {
      return readTextSync(this.#statePath);
    } catch (error) {
      throw refusal(this.#out, `cannot be continued: ${this.#statePath} ${readProblem(error)}`);
    }
  }

  #writeState(state: PartState): void {
    replaceFile(this.#statePath, `${JSON.stringify(state)}\n`, { flush: true });
    this.#state = state;
  }

  #guarded(work: () => void): void {
    try {
      work();
    } catch (cause) {
      const reason = codeOf(cause);
      const what = reason === 'EBUSY' ? 'another process writes to it' : `the system reported ${reason}`;
      throw new ExportError(
        `The export cannot be written to ${this.#part}: ${what}. The part that is already written is kept; ` +
          'fix the cause, and run the same command again to continue.',
        reason,
        { cause },
      );
    }
  }
}

function codeOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}

function refusal(out: string, rule: string, cause?: unknown): ConfigError {
  return new ConfigError('--out', `${out} ${rule}`, { cause });
}
