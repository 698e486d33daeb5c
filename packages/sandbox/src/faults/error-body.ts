/** An error body in the shape of an operation's interface (section 7; RFC 6749, section 5.2, for the token endpoint). */
export function errorBody(operation: { readonly id: string; readonly interface: string } | undefined, status: number, problem?: string): string {
  const message = problem ?? `The sandbox was told to answer ${status}.`;
  if (operation?.id === 'createToken') return JSON.stringify({ error: status === 401 ? 'invalid_client' : status < 500 ? 'invalid_request' : 'server_error', error_description: message });
  if (operation?.interface === 'v2') return JSON.stringify({ code: status, message, error: problem === undefined ? 'SimulatedFault' : 'BadFaultHeader' });
  return JSON.stringify({ error: { code: problem === undefined ? 'SimulatedFault' : 'BadFaultHeader', message } });
}
