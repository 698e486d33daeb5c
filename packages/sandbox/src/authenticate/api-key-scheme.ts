import type { Scheme } from './scheme.ts';

/** An API key in a header of this name (lower case). */
export function headerKeyScheme(name: string, value: string): Scheme {
  return {
    judge(request) {
      const sent = request.header(name);
      return sent === undefined ? 'absent' : sent === value ? 'accepted' : 'refused';
    },
    challenge: () => undefined,
  };
}

/** An API key in a query parameter of this name. */
export function queryKeyScheme(name: string, value: string): Scheme {
  return {
    judge(_request, query) {
      const sent = query.get(name);
      return sent === undefined ? 'absent' : sent === value ? 'accepted' : 'refused';
    },
    challenge: () => undefined,
  };
}
