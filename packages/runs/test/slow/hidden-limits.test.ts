import { testHiddenLimits } from '../support/hidden-limit-tests.ts';

testHiddenLimits(Array.from({ length: 17 }, (_, at) => at + 3));
