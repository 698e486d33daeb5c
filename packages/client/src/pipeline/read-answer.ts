import { ResponseTooLargeError } from '../errors/response-too-large-error.ts';
import { Answer } from './answer.ts';
import type { Draft } from './draft.ts';
import type { Settings } from './policy.ts';
import { type ReadBytes, readBytes } from './read-bytes.ts';
import type { TransportResponse } from './response.ts';

/** How much of a failure's body is read: enough for any message, too little to hurt. */
const maxErrorBytes = 64 * 1024;

/** Reads the body within the limit: all of a success, the beginning of a failure, nothing of a live stream. */
export function readAnswer(
  response: TransportResponse,
  draft: Draft,
  { maxBodyBytes }: Settings,
): Answer | Promise<Answer> {
  const { ok } = response;
  if (draft.live && ok && response.body !== null) return new Answer(response, undefined);
  const limit = ok ? maxBodyBytes : maxErrorBytes;
  const toAnswer = ({ parts, end }: ReadBytes): Answer => {
    // The status of a failure has said enough; how its explanation broke off changes nothing.
    if (end === 'whole' || !ok) return new Answer(response, parts);
    throw end === 'cut' ? new ResponseTooLargeError(draft, maxBodyBytes) : end.error;
  };
  const arrived = response.arrived?.();
  if (arrived !== undefined) {
    return arrived.length <= limit
      ? new Answer(response, [arrived])
      : toAnswer({ parts: [arrived.subarray(0, limit)], end: 'cut' });
  }
  const { body } = response;
  return body === null ? new Answer(response, []) : readBytes(body, limit).then(toAnswer);
}
