// Calls load these modules on demand. They are loaded here in advance, so that no clock passes a limit meanwhile.
import '../../../core/src/http/parse-cut-json.ts';
import '../../../core/src/http/retry-after.ts';
import '../../src/decode/odata-decode.ts';
import '../../src/decode/record-decoder.ts';
import '../../src/decode/stream.ts';
import '../../src/pages/follow-pages.ts';
import '../../src/pipeline/trace-attempt.ts';
import '../../src/resources/call-response.ts';
import '../../src/resources/split-query.ts';
import '../../src/resources/stream-records.ts';

export { createManualClock } from '@syncline/testing';
