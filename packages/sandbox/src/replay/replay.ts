import { counted } from '@syncline/core/internal';
import type { OperationId } from '@syncline/openapi';
import type { ExampleParameters } from '../curl/example-parameters.ts';
import { type ComparedRequest, redactedParameters, requestKey } from './request-key.ts';
import type { ReadRecording, RecordedCall } from './read-har.ts';

/** Finds recorded responses. */
export interface Replay {
  /** The first values of path parameters in the recording, for examples. */
  readonly examples: Partial<ExampleParameters>;
  /** A description of the recording, as the end of a sentence. */
  readonly summary: string;
  /**
   * Returns the response to a request: that of the first recorded request with the same operation, parameters and body
   * that was not replayed yet, otherwise that of the last one. If no recorded request has the same dates and times,
   * they are ignored.
   */
  next(request: ComparedRequest): RecordedCall | undefined;
  /** Number of recorded requests for an operation. */
  count(operationId: OperationId): number;
  /** Starts again with the first responses. */
  reset(): void;
}

/** The calls with the same key, in the order of the recording. */
interface Line {
  readonly calls: RecordedCall[];
  /** Index of the next call to replay. */
  at: number;
}

/** Creates a replay that starts at the beginning of a recording. */
export function createReplay({ calls, others }: ReadRecording): Replay {
  // A client may send its key in the query even if the recorded client did not.
  const secret = new Set(['@authtoken', ...calls.flatMap(({ query }) => redactedParameters(query))]);
  const exact = new Map<string, Line>();
  const loose = new Map<string, Line>();
  const counts = new Map<OperationId, number>();
  const replayed = new Set<RecordedCall>();
  const enter = (lines: Map<string, Line>, key: string, call: RecordedCall): void => {
    const line = lines.get(key);
    if (line === undefined) lines.set(key, { calls: [call], at: 0 });
    else line.calls.push(call);
  };
  for (const call of calls) {
    enter(exact, requestKey(call, secret, false), call);
    enter(loose, requestKey(call, secret, true), call);
    counts.set(call.operation.id, (counts.get(call.operation.id) ?? 0) + 1);
  }

  const take = (line: Line): RecordedCall | undefined => {
    // A call may have been replayed through the other key.
    while (line.at < line.calls.length && replayed.has(line.calls[line.at] as RecordedCall)) line.at++;
    const call = line.calls[line.at] ?? line.calls.at(-1);
    if (call !== undefined) replayed.add(call);
    return call;
  };

  return {
    examples: Object.fromEntries(
      calls
        .flatMap(({ operation, parameters }) =>
          operation.pathParameters.map((name, index): [string, string] => [name, parameters[index] ?? '']),
        )
        .reverse(),
    ),
    summary: summaryOf(calls.length, counts.size, others),
    next(request) {
      const line = exact.get(requestKey(request, secret, false)) ?? loose.get(requestKey(request, secret, true));
      return line === undefined ? undefined : take(line);
    },
    count: (operationId) => counts.get(operationId) ?? 0,
    reset() {
      replayed.clear();
      for (const line of [...exact.values(), ...loose.values()]) line.at = 0;
    },
  };
}

function summaryOf(responses: number, operationCount: number, others: number): string {
  const recorded = `${counted(responses, 'recorded response')} of ${counted(operationCount, 'operation')}`;
  if (others === 0) return recorded;
  return `${recorded}; ${counted(others, 'other request')} ${others === 1 ? 'is' : 'are'} left out`;
}
