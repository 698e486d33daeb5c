// Calls load these modules on demand. They are loaded here in advance, so that no clock passes a limit meanwhile.
import '../../../core/src/http/parse-cut-json.ts';
import '../../../core/src/http/retry-after.ts';
import '../../src/decode/odata-decode.ts';
import '../../src/decode/record-decoder.ts';
import '../../src/decode/stream.ts';
import '../../src/pages/follow-pages.ts';
import '../../src/pipeline/follow-redirect.ts';
import '../../src/pipeline/trace-attempt.ts';
import '../../src/resources/call-response.ts';
import '../../src/resources/split-query.ts';
import '../../src/resources/stream-records.ts';
import type { Clock } from '../../src/index.ts';

/** A clock that stands still until a test moves it. Long waits cost a test no time. */
export const createManualClock = () => {
  let time = 0;
  const waits: number[] = [];
  const pending = new Set<{ at: number; callback: () => void }>();
  const clock: Clock = {
    now: () => time,
    date: () => Date.parse('2026-06-01T00:00:00Z') + time,
    wait: (milliseconds, callback) => {
      waits.push(milliseconds);
      const entry = { at: time + milliseconds, callback };
      pending.add(entry);
      return () => pending.delete(entry);
    },
  };
  return {
    clock,
    waits,
    pending,
    /** Moves the time forward to the end of the earliest wait, and ends it */
    step: () => {
      const [first] = [...pending].sort((one, other) => one.at - other.at);
      if (first === undefined) return false;
      pending.delete(first);
      time = first.at;
      first.callback();
      return true;
    },
    advance: (milliseconds: number) => {
      time += milliseconds;
    },
  };
};
