/** What an error body depends on. */
export interface ErrorShape {
  readonly id: string;
  readonly interface: string;
}

/** An error body in the shape of an operation's interface (section 7; RFC 6749, section 5.2, for the token endpoint). */
export function errorBody(
  operation: ErrorShape | undefined,
  status: number,
  message = `The sandbox was told to answer ${status}.`,
  code = 'SimulatedFault',
): string {
  if (operation?.id === 'createToken')
    return JSON.stringify({
      error: status === 401 ? 'invalid_client' : status < 500 ? 'invalid_request' : 'server_error',
      error_description: message,
    });
  if (operation?.interface === 'v2') return JSON.stringify({ code: status, message, error: code });
  return JSON.stringify({ error: { code, message } });
}
