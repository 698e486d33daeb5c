import { ResponseFormatError } from '../errors/response-format-error.ts';
import type { Answer } from '../pipeline/answer.ts';
import type { Draft } from '../pipeline/draft.ts';

const json = /^(application|text)\/([\w.+-]+\+)?json\s*(;|$)/i;

/** @throws ResponseFormatError where JSON was asked for and the answer says that it is something else */
export function checkContentType(answer: Answer, draft: Draft): void {
  const type = answer.headers.get('content-type');
  if (type === null || answer.isEmpty || draft.headers.accept !== 'application/json' || json.test(type)) return;
  throw new ResponseFormatError(
    draft,
    'content-type',
    `${answer.status} with a body that is not JSON but ${mediaType(type)}`,
  );
}

const mediaType = (type: string): string => /^[\w.+/-]{1,60}/.exec(type)?.[0] ?? 'something else';
