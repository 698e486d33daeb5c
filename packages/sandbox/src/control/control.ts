import { operations } from '@syncline/openapi';
import type { Answer, Clock, Control, LoggedRequest, PlainRequest } from '../contract.ts';
import { ConfigError, isConfigError } from '../errors/config-error.ts';
import type { Faults } from '../faults/faults.ts';
import type { FaultRule } from '../faults/rule.ts';
import type { SandboxLife } from '../life/life.ts';
import { defaultWeights, type Outcome } from '../life/script.ts';
import { refusal } from './guard.ts';
import { page } from './page.ts';
import { script } from './script.ts';
import { style } from './style.ts';

/** What the control page shows and switches. */
export interface ControlOptions {
  /** Where it lives, without a closing slash. @default '/_control' */
  readonly path?: string;
  readonly clock: Clock;
  readonly faults: Faults;
  /** Undefined where it was switched off. */
  readonly life: () => SandboxLife | undefined;
  /** The log of requests, oldest first, redacted. */
  readonly requests: () => readonly LoggedRequest[];
  /** Names of the jobs that can be started. */
  readonly jobs: () => readonly string[];
  readonly reset: () => void;
}

/** How many requests the state tells: the newest. */
const shownRequests = 200;

const guarded = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

const answer = (status: number, type: string, body: string): Answer => ({
  status,
  headers: { ...guarded, 'content-type': type },
  body,
});
const json = (status: number, value: unknown): Answer => answer(status, 'application/json', JSON.stringify(value));
const failure = (status: number, message: string): Answer => json(status, { error: message });

type Handle = (body: Readonly<Record<string, unknown>>, rest: string) => Answer;

/**
 * The control page of a sandbox and the JSON endpoint behind it, for this machine only:
 *
 * | request | does |
 * |---|---|
 * | `GET /_control/` | the page |
 * | `GET /_control/state` | time, rules in force, newest requests, names of jobs |
 * | `POST /_control/faults` | adds the rule in the body |
 * | `DELETE /_control/faults`, `/_control/faults/{id}` | removes all rules, or one |
 * | `POST /_control/clock` | `{ "advance": "6h" }` |
 * | `POST /_control/runs` | `{ "job": "Nightly", "outcome": "stuck" }` starts a job |
 * | `POST /_control/reset` | puts everything back to the beginning |
 */
export function createControl({
  path = '/_control',
  clock,
  faults,
  life,
  requests,
  jobs,
  reset,
}: ControlOptions): Control {
  const state = (): Answer => {
    life()?.settle();
    return json(200, {
      now: clock.now().toISOString(),
      operations: Object.keys(operations),
      outcomes: Object.keys(defaultWeights),
      jobs: life() === undefined ? [] : jobs(),
      faults: faults.list(),
      requests: requests().slice(-shownRequests),
    });
  };

  const changes: Readonly<Record<string, Handle>> = {
    'POST /faults': (body) => {
      faults.add(body as unknown as FaultRule);
      return json(201, { faults: faults.list() });
    },
    'DELETE /faults': (_, rest) => {
      if (rest === '') faults.clear();
      else if (!faults.remove(Number(rest))) return failure(404, 'There is no such rule.');
      return json(200, { faults: faults.list() });
    },
    'POST /clock': ({ advance }) => {
      clock.advance(advance as string);
      return json(200, { now: clock.now().toISOString() });
    },
    'POST /runs': ({ job, outcome }) => {
      const running = life();
      if (running === undefined) return failure(409, 'No job runs here: the life of this sandbox is switched off.');
      if (outcome !== undefined && !Object.hasOwn(defaultWeights, String(outcome)))
        return failure(400, `outcome: ${JSON.stringify(outcome)} is none`);
      return json(201, { historyId: running.start(String(job), outcome as Outcome | undefined) });
    },
    'POST /reset': () => {
      reset();
      return json(200, { now: clock.now().toISOString() });
    },
  };

  const reads: Readonly<Record<string, () => Answer>> = {
    '/': () => answer(200, 'text/html; charset=utf-8', page),
    '/style.css': () => answer(200, 'text/css; charset=utf-8', style),
    '/script.js': () => answer(200, 'text/javascript; charset=utf-8', script),
    '/state': state,
  };

  const change = async (request: PlainRequest, name: string, rest: string): Promise<Answer> => {
    const handle = changes[`${request.method} /${name}`];
    if (handle === undefined) return failure(405, 'There is nothing to do here by this method.');
    try {
      return handle(request.method === 'POST' ? await readObject(request) : {}, rest);
    } catch (error) {
      if (isConfigError(error)) return failure(400, error.message);
      throw error;
    }
  };

  return {
    handle(request) {
      if (request.path !== path && !request.path.startsWith(`${path}/`)) return undefined;
      const refused = refusal(request);
      if (refused !== undefined) return failure(403, refused);
      const local = request.path.slice(path.length);
      if (local === '') return { status: 308, headers: { ...guarded, location: `${path}/` }, body: '' };
      const [, name = '', rest = ''] = local.split('/');
      if (request.method !== 'GET') return change(request, name, rest);
      const read = Object.hasOwn(reads, local) ? reads[local] : undefined;
      return read?.() ?? failure(404, 'There is nothing here.');
    },
  };
}

async function readObject(request: PlainRequest): Promise<Readonly<Record<string, unknown>>> {
  const text = new TextDecoder().decode(await request.readBody());
  let value: unknown;
  try {
    value = text === '' ? {} : JSON.parse(text);
  } catch {
    throw new ConfigError('body', 'is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ConfigError('body', 'is not an object');
  return value as Readonly<Record<string, unknown>>;
}
