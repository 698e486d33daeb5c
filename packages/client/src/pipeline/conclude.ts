import { checkContentType } from '../decode/check-content-type.ts';
import { httpErrorFrom } from '../errors/from-response.ts';
import type { Answer } from './answer.ts';
import type { Draft } from './draft.ts';
import type { CallPolicy, Settings } from './policy.ts';
import { cancelBody } from './read-bytes.ts';

/** Makes the operation's value of the answer, or the error that it is. A call through `raw` gets the answer as it is. */
export const conclude: CallPolicy = (settings, next) => (draft) =>
  next(draft).then((answer) => {
    try {
      return toValue(answer, draft, settings);
    } catch (error) {
      // A stream that nobody will read.
      if (draft.live && answer.ok) {
        cancelBody(answer.body);
        draft.release?.();
      }
      throw error;
    }
  });

const toValue = (answer: Answer, draft: Draft, settings: Settings): Answer => {
  if (answer.ok) checkContentType(answer, draft);
  const { inquiry } = draft;
  if (inquiry === undefined) return answer;
  if (!answer.ok) throw httpErrorFrom(answer, draft, settings);
  answer.value = inquiry.decode(answer, draft);
  return answer;
};
