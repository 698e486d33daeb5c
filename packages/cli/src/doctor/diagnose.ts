import { requireSecureUrl } from '@syncline/core/internal';
import { causeOf, type CauseId, type Circumstances, describeCause } from './causes.ts';
import { collections, examineCollection, examineJobStatus, type Finding, type MoreFields } from './examine.ts';
import { probe, type Probe, type Service } from './probe.ts';
import { probeFilter, probeOrderBy, type QueryOptionResult, type Treatment } from './query-options.ts';
import { isCollection, recordsOf } from './shape.ts';
import { headersNear, tryBases, tryHeaders, withHeader } from './variants.ts';

export type InterfaceName = 'odata' | 'v2';

/** One thing that was checked. */
export interface Check {
  readonly subject: string;
  readonly verdict: 'fine' | 'trouble' | 'unknown';
  /** The cause of the problem; null if there is none. */
  readonly cause: CauseId | 'query-option-refused' | 'query-option-ignored' | null;
  readonly says: string;
  /** What to do next. */
  readonly remedy: string | null;
  /** What was tried. */
  readonly tried: readonly string[];
}

/** What a client needs to know to use this service. */
export interface Fit {
  readonly baseUrl: string;
  /** The header for the key; null if the credential works as the environment specifies it. */
  readonly header: string | null;
  readonly hasNextLink: boolean;
  readonly queryOptions: readonly QueryOptionResult[];
  readonly more: readonly MoreFields[];
}

export interface Diagnosis {
  readonly interface: InterfaceName;
  readonly baseUrl: string;
  readonly checks: readonly Check[];
  readonly findings: readonly Finding[];
  /** null if the service cannot be read. */
  readonly fit: Fit | null;
}

/** The key from the environment, and the header names to try with it. */
export interface Keys {
  readonly value: string | undefined;
  readonly vendor: string | undefined;
  /** The names from the command line. */
  readonly names: readonly string[];
  /** The name from the command line that the credential already uses; null if the environment names the header. */
  readonly header: string | null;
}

/**
 * Examines one interface of a service with GET requests: whether it can be reached and read, what is wrong and which
 * variant of the address or header works, whether it supports query options, and what the specification does not say.
 *
 * @throws {ConfigError} when the base URL cannot be used
 */
export async function diagnose(name: InterfaceName, input: Service, keys: Keys): Promise<Diagnosis> {
  const { route, allowInsecureHttp } = input;
  const baseUrl = requireSecureUrl(input.baseUrl, { option: `--${name}`, allowInsecureHttp }).href.replace(/\/+$/, '');
  const [first, ...others] = collections[name];
  const start = { ...input, baseUrl };
  const answer = await probe(start, first.path);
  const found = await findAccess(name, start, keys, answer);
  const { works } = found;
  const findings: Finding[] = [...examineCollection(first, works?.probe ?? answer).findings];
  const checks: Check[] = [...found.checks];
  if (works === null) return { interface: name, baseUrl, checks, findings, fit: null };
  const service = { ...works.service, route };
  const more = [examineCollection(first, works.probe).more];
  const results: QueryOptionResult[] = [];
  let hasNextLink = works.probe.hasNextLink;
  if (name === 'odata') results.push(...(await probeOptions(service, first.path, works.probe)));
  for (const collection of others) {
    const next = await probe(service, collection.path);
    const seen = examineCollection(collection, next);
    findings.push(...seen.findings);
    more.push(seen.more);
    hasNextLink ||= next.hasNextLink;
    checks.push(accessCheck(service, collection.path, next));
    if (isCollection(next)) results.push(...(await probeOptions(service, collection.path, next)));
  }
  if (name === 'v2') {
    const seen = await examineJobStatus(service, works.probe);
    findings.push(...seen.findings);
    more.push(seen.more);
  }
  findings.push(...(await namedHeaders(start, first.path, first.id, keys, name === 'v2' ? '0002' : '0001')));
  const queryOptions = [...worst(results, '$filter'), ...worst(results, '$orderby')];
  checks.push(...queryOptions.map(optionCheck));
  const fit = { baseUrl: service.baseUrl, header: works.header, hasNextLink, queryOptions, more };
  return { interface: name, baseUrl, checks, findings, fit };
}

interface Access {
  readonly checks: readonly Check[];
  readonly works: { readonly service: Service; readonly probe: Probe; readonly header: string | null } | null;
}

/** Whether the service can be read with the given settings, or with which variant of them. */
async function findAccess(name: InterfaceName, service: Service, keys: Keys, answer: Probe): Promise<Access> {
  const [{ path }] = collections[name];
  const check = accessCheck(service, path, answer);
  if (check.verdict === 'fine') return { checks: [check], works: { service, probe: answer, header: keys.header } };
  if (check.cause === 'wrong-credential' && keys.value !== undefined) {
    const names = headersNear(service.baseUrl, keys.vendor, keys.names).filter((each) => each !== keys.header);
    const { works, tried } = await tryHeaders(service, path, keys.value, names);
    if (works === null) return { checks: [{ ...check, tried }], works: null };
    const remedy = `The header ${works.shown} works. Use it for the key.`;
    if (!usesKey(service)) {
      const instead = `The API key of the environment works, in the header ${works.shown}. Use it instead.`;
      return { checks: [{ ...check, remedy: instead }], works: { ...works, header: works.shown } };
    }
    return {
      checks: [{ ...rename(check, 'wrong-header-name', service, answer), remedy }],
      works: { ...works, header: works.shown },
    };
  }
  if (!aboutPath.has(check.cause)) return { checks: [check], works: null };
  const { works, tried } = await tryBases(service, name, path);
  const isElsewhere = name === 'v2' && check.cause === 'wrong-path';
  const renamed = isElsewhere && works !== null ? rename(check, 'v2-elsewhere', service, answer) : check;
  if (works === null) return { checks: [{ ...renamed, tried }], works: null };
  const remedy = `The interface is at ${works.shown}. Use this base URL.`;
  return { checks: [{ ...renamed, remedy }], works: { ...works, header: keys.header } };
}

/** Whether the credential is a key and not a user name with a password. */
const usesKey = ({ credential }: Service): boolean => credential.scheme.startsWith('apiKey');

/** The causes that another base URL may remove. */
const aboutPath: ReadonlySet<Check['cause']> = new Set([
  'wrong-path',
  'html',
  'login-page',
  'redirect',
  'not-json',
  'not-a-list',
]);

function accessCheck(service: Service, path: string, answer: Probe): Check {
  const seen = circumstances(service, answer);
  const subject = `GET ${path}`;
  const cause = causeOf(seen);
  if (cause === null) {
    const count = recordsOf(answer.body).length;
    const says = `${answer.status}, ${answer.contentType ?? 'no type'}, ${count} ${count === 1 ? 'record' : 'records'}`;
    return { subject, verdict: 'fine', cause, says, remedy: null, tried: [] };
  }
  return { subject, cause, ...describeCause(cause, seen), tried: [] };
}

const rename = (check: Check, cause: CauseId, service: Service, answer: Probe): Check => ({
  ...check,
  cause,
  ...describeCause(cause, circumstances(service, answer)),
});

function circumstances({ baseUrl, route }: Service, answer: Probe): Circumstances {
  const { host, hostname, protocol } = new URL(baseUrl);
  const { failure } = answer;
  const code = failure?.kind === 'network' ? failure.reason : '';
  return { host, hostname, isHttps: protocol === 'https:', proxy: route.proxy, probe: answer, code };
}

async function probeOptions(service: Service, path: string, { body }: Probe): Promise<QueryOptionResult[]> {
  const rows = recordsOf(body);
  return [await probeFilter(service, path, rows), await probeOrderBy(service, path, rows)];
}

/** The worst comes first: a problem with one of several collections is a problem. */
const treatments: readonly Treatment[] = ['ignored', 'refused', 'honoured', 'unknown'];

/** The overall result of an option for several collections; none if no collection was asked. */
function worst(
  results: readonly QueryOptionResult[],
  option: QueryOptionResult['option'],
): readonly QueryOptionResult[] {
  return results
    .filter((each) => each.option === option)
    .sort((a, b) => treatments.indexOf(a.treatment) - treatments.indexOf(b.treatment))
    .slice(0, 1);
}

function optionCheck({ option, treatment, evidence }: QueryOptionResult): Check {
  const base = { subject: option, says: `${treatment}: ${evidence}`, tried: [] };
  const address =
    option === '$filter'
      ? 'Filter the records in your code: createEvaluator of @syncline/odata.'
      : 'Sort the records in your code.';
  switch (treatment) {
    case 'honoured':
      return { ...base, verdict: 'fine', cause: null, remedy: null };
    case 'refused':
      return { ...base, verdict: 'trouble', cause: 'query-option-refused', remedy: `Do not send it. ${address}` };
    case 'ignored':
      return {
        ...base,
        verdict: 'trouble',
        cause: 'query-option-ignored',
        remedy: `Results are silently wrong. ${address}`,
      };
    case 'unknown':
      return {
        ...base,
        says: `could not tell: ${evidence}`,
        verdict: 'unknown',
        cause: null,
        remedy: 'Run this command again when the service has more records.',
      };
  }
}

/** Tries the key with each header name from the command line. */
function namedHeaders(
  service: Service,
  path: string,
  operation: string,
  { value, names }: Keys,
  question: string,
): Promise<readonly Finding[]> {
  if (value === undefined) return Promise.resolve([]);
  return Promise.all(
    names.map(async (name): Promise<Finding> => {
      const variant = withHeader(service, name, value);
      const status = variant === null ? null : (await probe(variant, path)).status;
      const answer =
        status === null ? 'not a header name' : status >= 200 && status < 300 ? 'works' : `refused (${status})`;
      return { operation, question, subject: `header ${name}`, answer };
    }),
  );
}
