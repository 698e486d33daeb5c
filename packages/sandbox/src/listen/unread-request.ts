import type { Socket } from 'node:net';
import { maxHeaderBytes, type SandboxRequest } from '../http/request.ts';
import { badRequest, headersTooLarge, ServiceError } from '../http/service-error.ts';
import { isLoopback } from './node-request.ts';

/** The error of `node:http` about bytes that it could not parse as a request. */
export interface ParseError extends NodeJS.ErrnoException {
  /** The chunk of bytes that contains the mistake. */
  readonly rawPacket?: Uint8Array;
  /** How many of these bytes were parsed. */
  readonly bytesParsed?: number;
  /** The message of the parser. It does not quote the request. */
  readonly reason?: string;
}

/** A request that `node:http` could not parse, with its first line if there is one. */
export function unreadRequest(error: ParseError, { remoteAddress }: Socket): SandboxRequest {
  const { method, target } = firstLine(error) ?? { method: '?', target: '(unreadable)' };
  const [path = '', ...rest] = target.split('?');
  return {
    method,
    path,
    query: rest.join('?'),
    header: () => undefined,
    headers: () => ({}),
    readBody: () => Promise.resolve(new Uint8Array()),
    loopback: isLoopback(remoteAddress),
    refusal: refusalOf(error),
  };
}

/** Maximum length of the line. Node does not read longer lines. */
const maxLine = maxHeaderBytes;

/** The request line before the mistake. Earlier requests in the same chunk may come before it. */
function firstLine({ rawPacket, bytesParsed = 0 }: ParseError): { method: string; target: string } | undefined {
  if (rawPacket === undefined) return undefined;
  const understood = new TextDecoder('latin1').decode(rawPacket.subarray(0, bytesParsed));
  const end = understood.lastIndexOf('\r\n\r\n');
  const start = end < 0 ? 0 : end + 4;
  const line = new TextDecoder('latin1').decode(rawPacket.subarray(start, start + maxLine)).split('\n', 1)[0] ?? '';
  const match = /^([!-~]{1,40}) ([!-~]+)(?: HTTP\/\d\.\d)?\r?$/.exec(line);
  return match === null ? undefined : { method: match[1] as string, target: match[2] as string };
}

function refusalOf({ code, reason, rawPacket }: ParseError): ServiceError {
  if (code === 'HPE_HEADER_OVERFLOW') return headersTooLarge(maxHeaderBytes);
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new ServiceError(408, 'RequestTimeout', 'The request did not arrive completely in time.');
  // The type of a TLS record that begins a handshake, and the major version of TLS (RFC 8446, section 5.1).
  if (rawPacket?.[0] === 22 && rawPacket[1] === 3)
    return badRequest('This is a TLS handshake, but the sandbox speaks plain HTTP. Use http:// in the address.');
  return badRequest(`This is not an HTTP/1.1 request${reason === undefined ? '' : `: ${reason}`}.`);
}
