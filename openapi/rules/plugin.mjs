import { callGiven } from './call-given.mjs';
import { sourceGiven } from './source-given.mjs';
import { meaningGiven } from './meaning-given.mjs';
import { decodeSound } from './decode-sound.mjs';
import { handlingDecided } from './handling-decided.mjs';
import { openQuestionNumbered } from './open-question-numbered.mjs';
import { extensionsKnown } from './extensions-known.mjs';

/** The lint rules that redocly does not have: they check the extensions. README.md explains each extension. */
export default function synclinePlugin() {
  return {
    id: 'syncline',
    rules: {
      oas3: {
        'call-given': callGiven,
        'source-given': sourceGiven,
        'meaning-given': meaningGiven,
        'decode-sound': decodeSound,
        'handling-decided': handlingDecided,
        'open-question-numbered': openQuestionNumbered,
        'extensions-known': extensionsKnown,
      },
    },
  };
}
