import { oddRecords } from '../../../ops/test/support/odd-records.ts';
import { testOddRecords } from '../support/test-odd-records.ts';

testOddRecords(oddRecords);
