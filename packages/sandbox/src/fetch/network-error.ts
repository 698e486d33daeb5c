/** The error that `fetch` rejects with when a connection fails: a TypeError whose cause has the reason. */
export function networkError(message: string, code?: 'ECONNRESET' | 'ECONNREFUSED' | 'UND_ERR_SOCKET'): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(message), code && { code }) });
}

export function connectionReset(): TypeError {
  return networkError('read ECONNRESET', 'ECONNRESET');
}
