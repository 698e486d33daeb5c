import type { Writable } from 'node:stream';

/** The stream that receives the result of a command. */
export interface ResultStream {
  readonly write: (text: string) => void;
  /** Aborted when nobody reads the result anymore */
  readonly closed: AbortSignal;
}

/**
 * Writes the result of a command to a stream for as long as that is possible. A failed stream does not end the command,
 * whose exit status is an answer too.
 *
 * - A reader such as `head` closes the pipe when it has read enough, which is not an error.
 * - Other errors, such as a full disk, are reported once.
 *
 * @param onError - receives the code of the error
 */
export function createResultStream(stream: Writable, onError: (code: string) => void): ResultStream {
  const closed = new AbortController();
  stream.on('error', ({ code = 'an error' }: NodeJS.ErrnoException) => {
    if (closed.signal.aborted) return;
    closed.abort();
    if (code !== 'EPIPE') onError(code);
  });
  return {
    write: (text) => {
      if (!closed.signal.aborted) stream.write(text);
    },
    closed: closed.signal,
  };
}
