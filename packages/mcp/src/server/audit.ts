import { cleanUntrusted } from '../text/clean-untrusted.ts';

/** What is known about a call when it ends. */
export interface AuditedCall {
  /** RFC 3339 in UTC */
  readonly time: string;
  /** The name of a tool; `unknown` for one that there is not */
  readonly tool: string;
  readonly environment: string;
  /** The arguments, if they fit the schema of the tool; otherwise nothing */
  readonly args: object | undefined;
  /** `ok`, or the code of the failure */
  readonly result: string;
  readonly rows: number;
  /** The size of the result */
  readonly bytes: number;
  /** How many requests were sent to the service */
  readonly requests: number;
  readonly ms: number;
}

/** The longest value of an argument in an audit line, in characters. */
const longest = 120;

/** One line of JSON for a call. Arguments come from a model, so they are cleaned and bounded as well. */
export function auditLine({ args, ...facts }: AuditedCall): string {
  const shown = Object.fromEntries(
    Object.entries(args ?? {}).map(([name, value]) => [
      name,
      cleanUntrusted(typeof value === 'string' ? value : JSON.stringify(value), longest),
    ]),
  );
  return JSON.stringify({ ...facts, args: shown });
}
