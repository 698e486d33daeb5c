import { StdioServerTransport, serveStdio as serveProtocol } from '@modelcontextprotocol/server/stdio';
import { createProtocolServer } from '../server/protocol-server.ts';
import type { ToolCaller } from '../server/tool-caller.ts';
import { Transform, type TransformCallback } from 'node:stream';
import { parseJSONRPCMessage } from '@modelcontextprotocol/server';

/** Serves one client over stdin and stdout. Nothing else may write to stdout. */
export function serveStdio(caller: ToolCaller): { close(): Promise<void> } {
  const { stdin, stdout } = process;
  const lines = checkLines((line) => void stdout.write(line));
  const served = serveProtocol(() => createProtocolServer(caller), {
    transport: new StdioServerTransport(stdin.pipe(lines), stdout),
    // Protocol errors may quote what was received, so they are not printed. The audit lines contain the results of calls.
    onerror: () => undefined,
    maxSubscriptions: 1,
  });
  return {
    close: async () => {
      stdin.unpipe(lines).pause();
      await served.close();
    },
  };
}

/** The codes of JSON-RPC 2.0 for input that is not a message. */
const parseError = -32_700;
const invalidRequest = -32_600;

/** The maximum length of a line, in bytes. The SDK ends the connection at a line that is a little longer. */
export const longestLine = 9 * 1024 * 1024;

/**
 * Passes the lines on that are JSON-RPC messages, and answers the others with an error, because the SDK ignores them
 * silently. The rest of a line that is too long is skipped.
 *
 * @param answer - receives each answer as a line
 * @see https://www.jsonrpc.org/specification#error_object
 */
export function checkLines(answer: (line: string) => void): Transform {
  let parts: Buffer[] = [];
  let length = 0;
  const refuse = (code: number, message: string, id: unknown = null): void =>
    answer(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })}\n`);
  const add = (part: Buffer): void => {
    length += part.length;
    if (length > longestLine) parts = [];
    else parts.push(part);
  };
  /** Returns the line if it is a message. */
  const endLine = (): Buffer | undefined => {
    const isLong = length > longestLine;
    const line = Buffer.concat(parts);
    [parts, length] = [[], 0];
    if (isLong)
      return void refuse(invalidRequest, `The message is longer than ${longestLine} bytes. Send less at once.`);
    const text = line.toString('utf8');
    if (text.trim() === '') return undefined;
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      return void refuse(parseError, 'The line is not JSON. Send each message as JSON on one line.');
    }
    if (isMessage(message)) return line;
    const { id } = Object(message) as { readonly id?: unknown };
    const isId = typeof id === 'string' || typeof id === 'number';
    return void refuse(
      invalidRequest,
      'The line is not a message: it must be one object with jsonrpc "2.0", a method, an id that is a text or a whole ' +
        'number, and params that are an object, and nothing else.',
      isId ? id : null,
    );
  };
  return new Transform({
    transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback) {
      let from = 0;
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
        add(chunk.subarray(from, at));
        from = at + 1;
        const line = endLine();
        if (line !== undefined) this.push(Buffer.concat([line, Buffer.of(10)]));
      }
      add(chunk.subarray(from));
      done();
    },
  });
}

/** By the SDK's own rules: what these do not allow gets no answer from it. A response needs none. */
function isMessage(value: unknown): boolean {
  const { jsonrpc, method, ...rest } = Object(value) as { readonly jsonrpc?: unknown; readonly method?: unknown };
  if (jsonrpc === '2.0' && method === undefined && ('result' in rest || 'error' in rest)) return true;
  try {
    parseJSONRPCMessage(value);
    return true;
  } catch {
    return false;
  }
}
