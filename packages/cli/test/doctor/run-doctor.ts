import type { Clock } from '@syncline/core/internal';
import { type DoctorOptions, doctor } from '../support/commands.ts';
import type { Check } from '../../src/doctor/diagnose.ts';

export const secrets = { SYNCLINE_USERNAME: 'ada', SYNCLINE_PASSWORD: 'the-long-password' };
export const apiKey = { SYNCLINE_API_KEY: 'the-long-api-key', SYNCLINE_VENDOR: 'acme' };

/** A clock that never moves by itself, so that no time limit ends a test on a slow machine. */
export function stillClock(): { readonly clock: Clock; readonly pass: () => void } {
  const waiting = new Set<() => void>();
  const clock: Clock = {
    now: () => 0,
    date: () => 0,
    wait: (_milliseconds, callback) => {
      waiting.add(callback);
      return () => void waiting.delete(callback);
    },
  };
  return { clock, pass: () => [...waiting].forEach((callback) => callback()) };
}

export interface Ran {
  readonly status: number;
  readonly text: string;
  readonly json: {
    readonly verdict: string;
    readonly interfaces: readonly {
      readonly interface: string;
      readonly checks: readonly Check[];
      readonly code: string | null;
      readonly overlay: string | null;
    }[];
    readonly findings: readonly Readonly<Record<string, string | null>>[];
  };
}

/** Runs the command twice, once with text output and once with JSON output. Both must end with the same status. */
export async function runDoctor(
  options: DoctorOptions,
  environment: Readonly<Record<string, string | undefined>> = secrets,
  clock: Clock = stillClock().clock,
): Promise<Ran> {
  const run = async (format: 'text' | 'json') => {
    const out: string[] = [];
    const status = await doctor(options, format, (text) => out.push(text), environment, clock);
    return { status, out: out.join('\n') };
  };
  const text = await run('text');
  const json = await run('json');
  if (text.status !== json.status) throw new Error(`status ${text.status} as text, ${json.status} as JSON`);
  return { status: text.status, text: text.out, json: JSON.parse(json.out) as Ran['json'] };
}

export const causesOf = ({ json }: Ran): readonly (string | null)[] =>
  json.interfaces.flatMap(({ checks }) => checks.flatMap(({ cause }) => (cause === null ? [] : [cause])));
