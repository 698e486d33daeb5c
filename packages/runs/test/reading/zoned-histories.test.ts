import { testZonedHistories } from '../support/zoned-history-tests.ts';

// test/slow/zoned-histories.test.ts takes more seeds. Six have a change of the clocks each.
testZonedHistories([1, 2, 3, 4, 5, 6]);
