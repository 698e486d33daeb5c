import type { OperationId } from '@syncline/openapi';
import type { CallOptions } from '../options/client-options.ts';
import type { Answer } from '../pipeline/answer.ts';
import type { Inquiry } from '../pipeline/draft.ts';

/** What a resource method adds to its openapi-fetch call: which operation it is, what to make of the answer, and the call's limits. */
export const inquire = (operation: OperationId, decode: Inquiry['decode'], options: CallOptions | undefined, live = false) => ({
  parseAs: 'stream' as const,
  inquiry: { operation, decode, live, options } satisfies Inquiry,
});

/** The value that the pipeline made of the answer: openapi-fetch passes the answer through as its `response`. */
export const valueOf = <Value>({ response }: { response: unknown }): Value => (response as Answer).value as Value;
