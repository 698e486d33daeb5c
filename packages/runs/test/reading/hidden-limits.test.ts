import { testHiddenLimits } from '../support/hidden-limit-tests.ts';

// test/slow/hidden-limits.test.ts takes the other seeds.
testHiddenLimits([0, 1, 2]);
