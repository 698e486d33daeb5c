import type { OperationId } from '@syncline/openapi';
import type { ExampleParameters } from '../curl/example-parameters.ts';
import { type ComparedRequest, redactedParameters, requestKey } from './request-key.ts';
import type { ReadRecording, RecordedCall } from './read-har.ts';

/** Finds recorded responses. */
export interface Replay {
  /** The first values of path parameters in the recording, for examples. */
  readonly examples: Partial<ExampleParameters>;
  /** What the recording has, as the rest of a sentence. */
  readonly summary: string;
  /**
   * The response to a request: of the first recorded request with the same operation, parameters and body that was not
   * replayed yet, otherwise of the last one. Where no recorded request has the same dates and times, they do not count.
   */
  next(request: ComparedRequest): RecordedCall | undefined;
  /** How many requests for an operation were recorded. */
  count(operationId: OperationId): number;
  /** Begins again with the first responses. */
  reset(): void;
}

/** The calls with one key, in their order. */
interface Line {
  readonly calls: RecordedCall[];
  /** The calls before this one were replayed. */
  at: number;
}

/** Creates a replay of a recording, at its beginning. */
export function createReplay({ calls, others }: ReadRecording): Replay {
  // A client may carry its key in the query, whatever the recorded one did.
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
  const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
  const recorded = `${count(responses, 'recorded response')} of ${count(operationCount, 'operation')}`;
  if (others === 0) return recorded;
  return `${recorded}; ${count(others, 'other request')} ${others === 1 ? 'is' : 'are'} left out`;
}
