import { httpErrorFrom } from '../errors/from-response.ts';
import { checkContentType } from '../decode/check-content-type.ts';
import type { CallPolicy } from './policy.ts';

/** Makes the operation's value of the answer, or the error that it is. A call through `raw` gets the answer as it is. */
export const conclude: CallPolicy = (settings, next) => async (draft) => {
  const answer = await next(draft);
  if (answer.ok) checkContentType(answer, draft);
  const { decode } = draft;
  if (decode === undefined) return answer;
  if (!answer.ok) throw httpErrorFrom(answer, draft, settings);
  answer.value = decode(answer, draft);
  return answer;
};
