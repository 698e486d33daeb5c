import { testZonedHistories } from '../support/zoned-history-tests.ts';

testZonedHistories(Array.from({ length: 54 }, (_, at) => at + 7));
