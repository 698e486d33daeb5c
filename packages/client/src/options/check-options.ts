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
} from '@syncline/core';
import type { Tables } from '@syncline/openapi';
import { checkChoice, checkCount, checkMilliseconds, checkRetry } from './check-number.ts';
import type { ClientOptions } from './client-options.ts';
import type { Settings } from './settings.ts';
import { mergeTables, type TablesOption } from './tables-option.ts';

const names =
  'baseUrl credential fetch timeout deadline retry maxBodyBytes undecodable pages allowInsecureHttp onEvent clock random tables'.split(
    ' ',
  );

/**
 * Checks the options of a client and fills in the defaults.
 *
 * @throws {ConfigError} when an option cannot be used; `option` names the first one
 */
export function checkOptions(
  options: ClientOptions & TablesOption<unknown>,
  which: Settings['interface'],
  documents: Tables<unknown>,
  more: readonly string[] = [],
): Settings {
  if (typeof options !== 'object' || options === null) throw new ConfigError('options', 'must be an object');
  for (const name in options) {
    if (!names.includes(name) && !more.includes(name)) throw new ConfigError(name, 'is not an option of this client');
  }
  const { credential, fetch: transport, undecodable = 'throw', pages = 'refuse', onEvent } = options;
  const base = baseUrlOf(options);
  if (!['apply', 'onUnauthorized', 'scrub'].every((verb) => typeof credential?.[verb as 'apply'] === 'function')) {
    throw new ConfigError('credential', 'is missing: create one with @syncline/auth');
  }
  for (const name of ['fetch', 'onEvent', 'random'] as const) {
    if (options[name] !== undefined && typeof options[name] !== 'function')
      throw new ConfigError(name, 'must be a function');
  }
  checkChoice('undecodable', undecodable, 'throw', 'keep');
  checkChoice('pages', pages, 'refuse', 'follow');
  checkRetry(options.retry);
  return {
    interface: which,
    baseUrl: `${base.origin}${base.pathname.replace(/\/+$/, '')}`,
    origin: `${base.origin}/`,
    credential,
    transport: transport ?? platformFetch,
    timeout: checkMilliseconds('timeout', options.timeout) ?? 30_000,
    deadline: checkMilliseconds('deadline', options.deadline) ?? 60_000,
    retry: options.retry ?? 2,
    retryUnsafe: which === 'cloud' ? (options.retry ?? 0) : 0,
    maxBodyBytes: checkCount('maxBodyBytes', options.maxBodyBytes) ?? 32 * 1024 * 1024,
    undecodable,
    pages,
    tables: mergeTables(documents, options.tables),
    isRawDecoded: options.tables !== undefined,
    clock: guardClock(options.clock),
    random: guardRandom(options.random),
    budget: createRetryBudget(standardBudget),
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

const baseUrlOf = ({ baseUrl, allowInsecureHttp = false }: ClientOptions): URL => {
  if (typeof allowInsecureHttp !== 'boolean') throw new ConfigError('allowInsecureHttp', 'must be true or false');
  return requireSecureUrl(baseUrl, { allowInsecureHttp, option: 'baseUrl' });
};
