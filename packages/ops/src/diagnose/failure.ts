import { cleanText } from '@syncline/core';
import type { Classification, Outcome } from '@syncline/runs';
import { type Fingerprint, fingerprintOf } from './fingerprint.ts';
import type { FailureTexts } from './find-cause.ts';

/** A run with the texts that say why it failed, as the service sent them. */
export interface DiagnosedRun {
  readonly key: string;
  readonly job: string;
  readonly outcome: Outcome;
  readonly because: Classification['because'];
  readonly status: string;
  /** Empty if there is none */
  readonly error: string;
  /** Empty if there are none */
  readonly details: string;
  /** Milliseconds since 1970 */
  readonly start: number;
  readonly end: number | undefined;
}

/** Whether a run ended and did not succeed. A warning is not a failure. */
export function isFailure({ outcome }: Pick<DiagnosedRun, 'outcome'>): boolean {
  return outcome === 'failed' || outcome === 'partial' || outcome === 'cancelled' || outcome === 'unknown';
}

/** What a failure is grouped by. */
export type FailedRun = Pick<DiagnosedRun, 'key' | 'job' | 'outcome' | 'status' | 'error' | 'start'> & {
  /** @default there are none */
  readonly details?: string | undefined;
};

/** The texts of a failure, the one that says most first. */
export function textsOf({
  job,
  error,
  details = '',
  status,
}: Pick<FailedRun, 'job' | 'error' | 'details' | 'status'>): FailureTexts {
  const texts = [
    { in: 'error', text: error },
    { in: 'details', text: details },
    { in: 'status', text: status },
  ] as const;
  return { job, texts: texts.filter(({ text }) => text.trim() !== '') };
}

/** The text of a run that says most: its error, without one its details, otherwise its status. Cleaned. */
export function wordsOf(
  { error, details = '', status }: Pick<FailedRun, 'error' | 'details' | 'status'>,
  limit = 500,
): string {
  return cleanText([error, details].find((text) => text.trim() !== '') ?? status, limit);
}

/** The fingerprint of a failure, and the text that it is of: the error, without one the details, otherwise the status. */
export function fingerprintOfRun(run: FailedRun): Fingerprint & { readonly of: 'error' | 'details' | 'status' } {
  const [{ in: of, text } = { in: 'status' as const, text: '' }] = textsOf(run).texts;
  return { ...fingerprintOf(text, [run.job, run.key]), of: of === 'step' ? 'status' : of };
}
