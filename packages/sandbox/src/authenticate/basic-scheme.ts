import type { Scheme } from './scheme.ts';

/** HTTP Basic (RFC 7617): Base64 of the UTF-8 bytes of `user:password`. */
export function basicScheme(username: string, password: string): Scheme {
  const bytes = new TextEncoder().encode(`${username}:${password}`);
  const expected = btoa(String.fromCharCode(...bytes));
  return {
    judge(request) {
      const match = /^basic +(\S+) *$/i.exec(request.header('authorization') ?? '');
      if (match === null) return /^basic\b/i.test(request.header('authorization') ?? '') ? 'refused' : 'absent';
      return match[1] === expected ? 'accepted' : 'refused';
    },
    challenge: () => 'Basic realm="sandbox", charset="UTF-8"',
  };
}
