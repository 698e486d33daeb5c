import { cleanUntrusted } from '../text/clean-untrusted.ts';

/** The facts about a call that has ended. */
export interface AuditedCall {
  /** RFC 3339 in UTC */
  readonly time: string;
  /** The name of the tool; `unknown` if there is no such tool */
  readonly tool: string;
  readonly environment: string;
  /** The arguments, if they match the schema of the tool; otherwise undefined */
  readonly args: object | undefined;
  /** `ok`, or the code of the failure */
  readonly result: string;
  readonly rows: number;
  /** The size of the result in bytes */
  readonly bytes: number;
  /** Number of requests that were sent to the service */
  readonly requests: number;
  readonly ms: number;
}

/** Maximum length of an argument's value in an audit line, in characters. */
const longest = 120;

/** One line of JSON for a call. Arguments come from a model, so they are cleaned and shortened too. */
export function auditLine({ args, ...facts }: AuditedCall): string {
  const shown = Object.fromEntries(
    Object.entries(args ?? {}).map(([name, value]) => [
      name,
      cleanUntrusted(typeof value === 'string' ? value : JSON.stringify(value), longest),
    ]),
  );
  return JSON.stringify({ ...facts, args: shown });
}
