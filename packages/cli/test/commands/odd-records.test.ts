import { oneOfEach } from '../../../ops/test/support/odd-records.ts';
import { testFutureSuccess, testOddRecords } from '../support/test-odd-records.ts';

testOddRecords(oneOfEach, { parquet: false });
testFutureSuccess();
