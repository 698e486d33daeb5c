import { type TProperties, type TSchema, Type } from '@sinclair/typebox';
import { durationOf, isConfigError, parseMoment, toRfc3339 } from '@syncline/core/internal';
import { type ClassifiedRun, jobIds, requireInterface, runSource, unreadableNote } from '@syncline/ops';
import { classifyRun, createCompleteReader, outcomes } from '@syncline/runs';
import { type Clean, RefusalError } from '../answer/answer.ts';
import { nameLimit } from './jobs.ts';
import type { ToolContext } from './tool.ts';

// The tool list takes up context in every conversation, so a schema contains only what a model and a client need. The
// length of arguments is checked when they arrive.

/** The arguments of a tool. Unknown arguments are refused. */
export const input = <Properties extends TProperties>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });
export const text = Type.String();
export const whole = Type.Integer();
/** An argument or a fact that may be absent. */
export const optional = Type.Optional(text);
export const optionalWhole = Type.Optional(whole);
/** Names and values of any kind. */
export const record = Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object' });
/** Text of the service, by name. Each value is a string. */
export const untrusted = record;
/** One of several words. */
export const oneOf = <Word extends string>(words: readonly Word[]) => Type.Unsafe<Word>({ enum: words });

/** How unusual records were read, in our words: a list of texts. */
export const notes = Type.Optional(Type.Unsafe<readonly string[]>({ type: 'array' }));
export const notesOf = (said: readonly string[]): object => (said.length === 0 ? {} : { notes: said });

/** A result with a list. */
export const listOf = (name: string, row: TProperties, facts: TProperties = {}): TSchema =>
  Type.Object({
    ...facts,
    [name]: Type.Array(Type.Object({ ...row, untrusted })),
    next_cursor: optional,
  });

/** A result without a list. */
export const recordOf = (facts: TProperties): TSchema => Type.Object({ ...facts, untrusted });

/** The schema of a run in a result. */
export const runSchema = {
  outcome: oneOf(outcomes),
  started: text,
  duration_ms: optionalWhole,
  rows: Type.Optional(Type.Number()),
};

/** A run in a result: the facts in our words, and the texts of the service. */
export function runRow(run: ClassifiedRun, clean: Clean): object {
  const { outcome, start, rows, key, job, status, error } = run;
  const duration = durationOf(run);
  return {
    outcome,
    started: toTime(start),
    ...(duration !== undefined && { duration_ms: duration }),
    ...(rows !== undefined && { rows }),
    untrusted: {
      run: clean(key, nameLimit),
      job: clean(job, nameLimit),
      status: clean(status, 80),
      ...(error !== '' && { error: clean(error, 300) }),
    },
  };
}

/** RFC 3339 in UTC. */
export function toTime(moment: number): string {
  return toRfc3339(moment) || 'unknown';
}

/**
 * The visible run with a key, and how unusual values in its record were read.
 *
 * @throws {RefusalError} when there is none. If its record cannot be read, the message says so where everything is visible
 */
export async function findRun(
  key: string,
  { environment, command, signal, isLimited }: ToolContext,
): Promise<ClassifiedRun & { readonly record: unknown; readonly notes: readonly string[] }> {
  const classify = requireInterface(environment, 'classify');
  const source = runSource(environment, await jobIds(command));
  const page = await createCompleteReader(source, { pageCap: environment.pageCap })({ since: 0, keys: [key], signal });
  const note = unreadableNote(page);
  const [run] = page.runs;
  if (run === undefined) throw noSuchRun(isLimited ? undefined : note);
  return { ...run, ...classifyRun(classify, run), notes: note === undefined ? [] : [note] };
}

/** The refusal, which is the same for a run that does not exist and for one that is not visible. */
export function noSuchRun(note?: string): RefusalError {
  const more = note === undefined ? '' : ` ${note}`;
  return new RefusalError(`No run with this id is visible here. Take the field run of a row of list_runs.${more}`);
}

/**
 * Parses the moment in an argument: RFC 3339 with an offset, or a duration before now such as `24h`.
 *
 * @returns milliseconds since 1970, from 1970 on
 * @throws {RefusalError} when it is neither
 */
export function readMoment(name: string, text: string, now: number): number {
  try {
    return Math.max(0, Math.floor(parseMoment(name, text, now)));
  } catch (error) {
    if (!isConfigError(error)) throw error;
    throw new RefusalError(
      `${name} must be a duration before now such as 24h, or a time such as 2026-03-02T06:00:00Z.`,
    );
  }
}
