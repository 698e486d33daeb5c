import { ConfigError, isConfigError } from '@syncline/core/errors';
import { operations } from '@syncline/openapi';
import type { SandboxCredentials } from '../authenticate/credentials.ts';
import { type ExampleParameters, curlExamples, curlRequest } from '../curl/curl-request.ts';
import type { PropertyNames } from '../data/property-names.ts';
import type { Faults } from '../faults/faults.ts';
import type { FaultRule } from '../faults/rule.ts';
import type { LoggedRequest, RequestLog } from '../http/request-log.ts';
import { type SandboxRequest, type Service, hasMediaType } from '../http/request.ts';
import type { InterfaceName, SandboxResponse } from '../http/response.ts';
import type { SandboxLife } from '../runs/life.ts';
import { type ScriptedOutcome, defaultWeights } from '../runs/script.ts';
import type { Clock } from '../time/clock.ts';
import { markup, script, style } from './page.gen.ts';

const loopbackName = /^(?:localhost|[a-z0-9-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/**
 * Returns why a request may not use the control page, or undefined if it may. A page of another site cannot use it: the
 * name in `Host` must be a loopback name (against DNS rebinding), `Origin` and `Sec-Fetch-Site` must be those of the
 * page itself, and a request that changes something must be JSON, which a form of another site cannot send.
 */
function forbiddenReason(request: SandboxRequest): string | undefined {
  const host = request.header('host');
  if (!request.loopback) return 'The control page is available on this machine only.';
  if (host !== undefined && !loopbackName.test(host)) return 'The control page is available under loopback names only.';
  const origin = request.header('origin');
  if (origin !== undefined && origin !== `http://${host}`) return 'The control page is not available to other sites.';
  const site = request.header('sec-fetch-site');
  const opened = request.method === 'GET' && request.header('sec-fetch-mode') === 'navigate';
  if (site !== undefined && site !== 'same-origin' && site !== 'none' && !opened)
    return 'The control page is not available to other sites.';
  if (request.method !== 'POST') return undefined;
  return hasMediaType(request, 'application/json') ? undefined : 'Send application/json.';
}

/** The path of the control page, without a trailing slash. */
export const controlPath = '/_control';

export function isControlPath(path: string): boolean {
  return path.startsWith(controlPath) && (path.length === controlPath.length || path[controlPath.length] === '/');
}

/** What the control page shows and changes. */
interface ControlOptions {
  readonly clock: Clock;
  readonly faults: Faults;
  /** The simulated runs. Returns undefined when they are disabled. */
  readonly life: () => SandboxLife | undefined;
  /** The request log, which contains no secrets. */
  readonly log: Pick<RequestLog, 'list' | 'detail'>;
  readonly credentials: SandboxCredentials;
  /** The base URLs of the interfaces at an origin. */
  readonly urls: (origin: string) => Readonly<Record<InterfaceName, string>>;
  /** A description of the recording that is replayed. */
  readonly replaying?: string | undefined;
  /** Existing records, for the examples of calls. */
  readonly examples: () => ExampleParameters;
  readonly names: PropertyNames;
  /** Names of the jobs that can be started. */
  readonly jobs: () => readonly string[];
  readonly reset: () => void;
}

/** The files of the control page, by their paths below it. */
const pageFiles: Readonly<Record<string, { readonly type: string; readonly text: string }>> = {
  '/': { type: 'text/html; charset=utf-8', text: markup },
  '/style.css': { type: 'text/css; charset=utf-8', text: style },
  '/script.js': { type: 'text/javascript; charset=utf-8', text: script },
};

/** Maximum number of requests in the state. They are the newest ones. */
const shownRequests = 200;
/** Maximum depth of a body. Those that the endpoint uses have one or two levels. */
const mostLevels = 100;
/** The origin of a sandbox that does not listen on a port. */
const portlessOrigin = 'http://sandbox.localhost';

const securityHeaders = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

const respond = (status: number, type: string, body: string): SandboxResponse => ({
  status,
  headers: { ...securityHeaders, 'content-type': type },
  body,
});
const json = (status: number, value: unknown): SandboxResponse =>
  respond(status, 'application/json', JSON.stringify(value));
const failure = (status: number, message: string): SandboxResponse => json(status, { error: message });

type Handler = (body: Readonly<Record<string, unknown>>, rest: string) => SandboxResponse;

/** Serves the control page and its JSON endpoint, for requests under {@link controlPath}. */
export type Control = Service;

/**
 * Creates the control page of a sandbox and its JSON endpoint, for this machine only:
 *
 * | request | effect |
 * |---|---|
 * | `GET /_control/` | the page |
 * | `GET /_control/state?after=17` | the time, active fault rules, job names, newest requests after request 17 |
 * | `GET /_control/service` | addresses, credentials and a curl command for each operation |
 * | `GET /_control/requests/{id}` | everything about one request, and a curl command that sends it again |
 * | `POST /_control/faults` | adds the rule in the body |
 * | `DELETE /_control/faults`, `/_control/faults/{id}` | removes all rules, or one |
 * | `POST /_control/clock` | `{ "advance": "6h" }` |
 * | `POST /_control/runs` | `{ "job": "Nightly", "outcome": "stuck" }` starts a job |
 * | `POST /_control/reset` | resets everything |
 */
export function createControl(options: ControlOptions): Control {
  const { clock, faults, life, log, jobs, credentials, urls, examples, names, reset } = options;
  // When the session changes, the page knows that the sandbox was restarted.
  let session: string | undefined;
  const state = (request: SandboxRequest): SandboxResponse => {
    life()?.settle();
    const after = Number(/^after=(\d{1,15})$/.exec(request.query)?.[1] ?? 0);
    const requests: readonly LoggedRequest[] = log.list();
    return json(200, {
      // Node loads its cryptography when it is first used.
      session: (session ??= crypto.randomUUID()),
      now: clock.now().toISOString(),
      operations: Object.keys(operations),
      outcomes: Object.keys(defaultWeights),
      jobs: life() === undefined ? [] : jobs(),
      faults: faults.list(),
      // The page removes the rows of requests that are no longer in the log.
      oldestRequest: requests[0]?.id ?? null,
      requests: requests.slice(-shownRequests).filter(({ id }) => id > after),
    });
  };

  const service = (request: SandboxRequest): SandboxResponse => {
    const addresses = urls(originOf(request));
    const calls = curlExamples(addresses, credentials, examples(), names);
    return json(200, { urls: addresses, credentials, calls, replaying: options.replaying ?? null });
  };

  const requestDetail = (request: SandboxRequest, id: string): SandboxResponse => {
    const detail = log.detail(Number(id));
    if (detail === undefined) return failure(404, 'This request is no longer in the log.');
    return json(200, { ...detail, curl: curlRequest(detail, originOf(request), credentials) ?? null });
  };

  const changes: Readonly<Record<string, Handler>> = {
    'POST /faults': (body) => {
      faults.add(body as unknown as FaultRule);
      return json(201, { faults: faults.list() });
    },
    'DELETE /faults': (_, rest) => {
      if (rest === '') faults.clear();
      else if (!faults.remove(Number(rest))) return failure(404, 'There is no rule with this id.');
      return json(200, { faults: faults.list() });
    },
    'POST /clock': ({ advance }) => {
      clock.advance(advance as string);
      return json(200, { now: clock.now().toISOString() });
    },
    'POST /runs': ({ job, outcome }) => {
      const running = life();
      if (running === undefined) return failure(409, 'This sandbox runs no jobs: its option life is false.');
      if (typeof job !== 'string')
        throw new ConfigError('job', `must be the name of a job, found ${JSON.stringify(job)?.slice(0, 80)}`);
      if (outcome !== undefined && !(typeof outcome === 'string' && Object.hasOwn(defaultWeights, outcome)))
        throw new ConfigError(
          'outcome',
          `must be one of ${Object.keys(defaultWeights).join(', ')}, found ${JSON.stringify(outcome)?.slice(0, 80)}`,
        );
      return json(201, { historyId: running.start(job, outcome as ScriptedOutcome | undefined) });
    },
    'POST /reset': () => {
      reset();
      return json(200, { now: clock.now().toISOString() });
    },
  };

  const read = (request: SandboxRequest, local: string): SandboxResponse => {
    const file = Object.hasOwn(pageFiles, local) ? pageFiles[local] : undefined;
    if (file !== undefined) return respond(200, file.type, file.text);
    if (local === '/state') return state(request);
    if (local === '/service') return service(request);
    const id = /^\/requests\/(\d{1,15})$/.exec(local)?.[1];
    return id === undefined ? failure(404, 'There is no such resource.') : requestDetail(request, id);
  };

  const change = async (request: SandboxRequest, name: string, rest: string): Promise<SandboxResponse> => {
    const handler = changes[`${request.method} /${name}`];
    if (handler === undefined) return failure(405, 'This method is not allowed here.');
    try {
      return handler(request.method === 'POST' ? await readObject(request) : {}, rest);
    } catch (error) {
      if (isConfigError(error)) return failure(400, error.message);
      throw error;
    }
  };

  return (request) => {
    const reason = forbiddenReason(request);
    if (reason !== undefined) return failure(403, reason);
    const local = request.path.slice(controlPath.length);
    if (local === '') return { status: 308, headers: { ...securityHeaders, location: `${controlPath}/` }, body: '' };
    const [, name = '', rest = ''] = local.split('/');
    if (request.method !== 'GET') return change(request, name, rest);
    return read(request, local);
  };
}

/** The origin under which the page was opened. The guard has checked the name in `Host`. */
function originOf(request: SandboxRequest): string {
  const host = request.header('host');
  return host === undefined ? portlessOrigin : `http://${host}`;
}

async function readObject(request: SandboxRequest): Promise<Readonly<Record<string, unknown>>> {
  const text = new TextDecoder().decode(await request.readBody());
  let value: unknown;
  try {
    value = text === '' ? {} : JSON.parse(text);
  } catch {
    throw new ConfigError('body', 'must be valid JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ConfigError('body', 'must be an object');
  if (isDeeper(value, mostLevels)) throw new ConfigError('body', `must have at most ${mostLevels} levels`);
  return value as Readonly<Record<string, unknown>>;
}

/** Messages quote values, and `JSON.stringify` fails when a value is nested many thousand times. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((each) => isDeeper(each, levels - 1));
}
