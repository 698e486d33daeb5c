import { oddRecords } from '../support/odd-records.ts';
import { testOddRecords } from '../support/test-odd-records.ts';

testOddRecords(oddRecords);
