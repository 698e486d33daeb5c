import { relative } from 'node:path';
import { SynclineError } from '@syncline/core/errors';

/** A problem in a description, with its place. */
export interface Problem {
  readonly file: string;
  /** Counted from 1; 0 if the problem concerns the whole file. */
  readonly line: number;
  readonly reason: string;
  /** The lint rule that found it. */
  readonly rule?: string;
}

/** Generation failed and wrote nothing. The message lists every problem as `file:line reason`. */
export class GenerateError extends SynclineError {
  override readonly name = 'GenerateError';
  readonly code = 'GENERATE_FAILED';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(({ file, line, reason }) => `${line > 0 ? `${file}:${line}` : file} ${reason}`).join('\n'));
    this.problems = problems;
  }
}

/** A file as messages name it: relative to the current folder. An address is shown without password and query. */
export function displayPath(file: string): string {
  if (/^https?:/.test(file)) return file.replace(/[?#].*$/, '').replace(/^(https?:\/\/)[^/]*@/, '$1');
  return relative(process.cwd(), file) || file;
}
