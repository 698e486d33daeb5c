import { cleanText } from '@syncline/core/internal';
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

/** Whether a run has ended without success. A warning is not a failure. */
export function isFailure({ outcome }: Pick<DiagnosedRun, 'outcome'>): boolean {
  return outcome === 'failed' || outcome === 'partial' || outcome === 'cancelled' || outcome === 'unknown';
}

/** How failures are grouped. */
export type FailedRun = Pick<DiagnosedRun, 'key' | 'job' | 'outcome' | 'status' | 'error' | 'start'> & {
  /** @default there are none */
  readonly details?: string | undefined;
};

/** The texts of a failure, the most informative first. */
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

/** The most informative text of a run, cleaned: its error, otherwise its details, otherwise its status. */
export function wordsOf(
  { error, details = '', status }: Pick<FailedRun, 'error' | 'details' | 'status'>,
  limit = 500,
): string {
  return cleanText([error, details].find((text) => text.trim() !== '') ?? status, limit);
}

/**
 * The fingerprint of a failure, and the text that it was computed from: the error, otherwise the details, otherwise the
 * status.
 */
export function fingerprintOfRun(run: FailedRun): Fingerprint & { readonly of: 'error' | 'details' | 'status' } {
  const [{ in: of, text } = { in: 'status' as const, text: '' }] = textsOf(run).texts;
  return { ...fingerprintOf(text, [run.job, run.key]), of: of === 'step' ? 'status' : of };
}
