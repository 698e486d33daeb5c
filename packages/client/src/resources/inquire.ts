import type { OperationId } from '@syncline/openapi';
import type { CallOptions } from '../options/client-options.ts';
import type { Answer } from '../pipeline/answer.ts';
import type { Draft } from '../pipeline/draft.ts';

/** What a resource method adds to its openapi-fetch call: which operation it is, what to make of the answer, and the call's limits. */
export const inquire = (
  operation: OperationId,
  decode: (answer: Answer, draft: Draft) => unknown,
  options: CallOptions | undefined,
  live = false,
) => ({
  parseAs: 'stream' as const,
  operation,
  decode,
  live,
  signal: options?.signal ?? null,
  timeout: options?.timeout,
  deadline: options?.deadline,
  retry: options?.retry,
});

/** The value that the pipeline made of the answer: openapi-fetch passes the answer through as its `response`. */
export const valueOf = <Value>({ response }: { response: unknown }): Value => (response as Answer).value as Value;
