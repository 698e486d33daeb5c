import { testScores } from './support/lighthouse-pages.ts';

// Nothing runs beside this file, because a desktop must score in performance, too (`scripts/test.ts`).
testScores('desktop');
