import {
  ConfigError,
  createRetryBudget,
  guardClock,
  guardRandom,
  guardSync,
  notify,
  platformFetch,
  requireSecureUrl,
  standardBudget,
  checkBoolean,
  checkChoice,
  checkCount,
  checkFunction,
  checkMilliseconds,
  checkRetry,
} from '@syncline/core/internal';
import type { ClientOptions } from './client-options.ts';
import type { Settings } from './settings.ts';
import { type ClientTables, mergeTables, type TablesOption } from './tables-option.ts';

/**
 * Checks the options of a client, a copy with their own properties, and fills in the defaults.
 *
 * @throws {ConfigError} when an option cannot be used; `option` names the first one
 */
export function checkOptions(
  options: ClientOptions & TablesOption<unknown>,
  which: Settings['interface'],
  documents: ClientTables,
): Settings {
  const { credential, fetch: transport, onEvent, requestIdHeader } = options;
  const allowInsecureHttp = checkBoolean('allowInsecureHttp', options.allowInsecureHttp);
  const base = requireSecureUrl(options.baseUrl, { allowInsecureHttp, option: 'baseUrl' });
  if (!['apply', 'onUnauthorized', 'scrub'].every((verb) => typeof credential?.[verb as 'apply'] === 'function')) {
    throw new ConfigError('credential', 'must be a credential such as basic() of @syncline/auth');
  }
  for (const name of ['fetch', 'onEvent', 'traceAttempt', 'random'] as const) checkFunction(name, options[name]);
  if (requestIdHeader !== undefined && (typeof requestIdHeader !== 'string' || !/^[\w-]+$/.test(requestIdHeader)))
    throw new ConfigError('requestIdHeader', 'must be the name of a header');
  const retry = checkRetry(options.retry);
  return {
    interface: which,
    baseUrl: `${base.origin}${base.pathname.replace(/\/+$/, '')}`,
    origin: `${base.origin}/`,
    credential,
    transport: transport ?? platformFetch,
    timeout: checkMilliseconds('timeout', options.timeout) ?? 30_000,
    deadline: checkMilliseconds('deadline', options.deadline) ?? 60_000,
    retry: retry ?? 2,
    retryUnsafe: which === 'cloud' ? (retry ?? 0) : 0,
    maxBodyBytes: checkCount('maxBodyBytes', options.maxBodyBytes) ?? 32 * 1024 * 1024,
    undecodable: checkChoice('undecodable', options.undecodable, 'throw', 'keep') ?? 'throw',
    pages: checkChoice('pages', options.pages, 'refuse', 'follow') ?? 'refuse',
    cache: checkChoice('cache', options.cache, 'no-store', 'default'),
    requestIdHeader,
    tables: mergeTables(documents, options.tables),
    isRawDecoded: options.tables !== undefined,
    clock: guardClock(options.clock),
    random: guardRandom(options.random),
    budget: createRetryBudget(standardBudget),
    traceAttempt: options.traceAttempt,
    emit: onEvent && ((event) => notify(onEvent, event)),
    scrub: (text) =>
      guardSync(
        () => credential.scrub(text),
        // A text that may contain a secret is not shown.
        () => '[credential.scrub failed]',
        (clean) => typeof clean === 'string',
      ),
  };
}
