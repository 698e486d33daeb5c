import { ResponseTooLargeError } from '../errors/response-too-large-error.ts';
import { Answer } from './answer.ts';
import type { Draft } from './draft.ts';
import type { Settings } from './policy.ts';
import { readBytes } from './read-bytes.ts';
import type { TransportResponse } from './response.ts';

/** How much of a failure's body is read: enough for any message, too little to hurt. */
const maxErrorBytes = 64 * 1024;
const nothing = new Uint8Array();

/** Reads the body within the limit: all of a success, the beginning of a failure, nothing of a live stream. */
export const readAnswer = async (response: TransportResponse, draft: Draft, settings: Settings): Promise<Answer> => {
  const { body, ok } = response;
  if (body === null) return new Answer(response, nothing);
  // The status says that the call failed; how its explanation broke off changes nothing.
  if (!ok) return new Answer(response, (await readBytes(body, maxErrorBytes)).bytes);
  if (draft.live) return new Answer(response, undefined);
  const { maxBodyBytes } = settings;
  if (isKnownSmall(response, maxBodyBytes)) return new Answer(response, await wholeOf(response));
  const { bytes, end } = await readBytes(body, maxBodyBytes);
  if (end === 'whole') return new Answer(response, bytes);
  throw end === 'cut' ? new ResponseTooLargeError(draft, maxBodyBytes) : end.error;
};

/**
 * Content-Length bounds the decoded bytes only where no encoding was undone; across origins a browser hides the encoding. Asked
 * for in one go, such a body comes faster than chunk by chunk.
 */
const isKnownSmall = ({ headers, type }: TransportResponse, maxBytes: number): boolean => {
  const length = headers.get('content-length');
  return length !== null && Number(length) <= maxBytes && headers.get('content-encoding') === null && type !== 'cors';
};

const wholeOf = async (response: TransportResponse): Promise<Uint8Array> =>
  response.bytes === undefined ? new Uint8Array(await response.arrayBuffer()) : response.bytes();
