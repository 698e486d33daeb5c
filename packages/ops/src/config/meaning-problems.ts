import { clientCredentials } from '@syncline/auth';
import {
  ConfigError,
  isConfigError,
  parseDuration,
  requireSecureUrl,
  nearestName,
  wholePattern,
} from '@syncline/core/internal';
import { lintRules } from '@syncline/jobs';
import { defineOutcomes, evaluateFreshness } from '@syncline/runs';
import { checkCronOptions } from '@syncline/runs/schedule';
import { readAlertRule, readSilence } from './alert-schema.ts';
import type { ConfigPath } from './config-problem.ts';
import { type Config, leastKeepRuns } from './config-schema.ts';
import { readVocabulary } from './read-vocabulary.ts';
import type { PathProblem } from './schema-problems.ts';

/** The problems of a configuration with the right shape whose values break the rules of the functions that use them. */
export function meaningProblems(config: Config): readonly PathProblem[] {
  const problems: PathProblem[] = [];
  /** Runs a check, and reports its ConfigError at the place that `placeOf` finds for the option. */
  const check = (work: () => void, pathOf: (option: string) => ConfigPath): void => {
    try {
      work();
    } catch (error) {
      if (!isConfigError(error)) throw error;
      problems.push({ path: pathOf(error.option), message: ruleOf(error) });
    }
  };

  for (const [name, { odata, v2, cloud }] of Object.entries(config.environments)) {
    for (const [kind, service] of Object.entries({ odata, v2, cloud })) {
      if (service === undefined) continue;
      const path = ['environments', name, kind];
      check(
        () => void requireSecureUrl(service.url, { option: 'url' }),
        () => [...path, 'url'],
      );
    }
    const authUrl = cloud?.credential.clientCredentials?.authUrl;
    if (authUrl !== undefined)
      check(
        () => void clientCredentials({ authUrl, clientId: 'id', clientSecret: 'secret' }),
        () => ['environments', name, 'cloud', 'credential', 'clientCredentials', 'authUrl'],
      );
  }
  const names = Object.keys(config.environments);
  if (config.default !== undefined && !names.includes(config.default))
    problems.push({ path: ['default'], message: `must be the name of an environment: ${names.join(', ')}` });

  if (parseDuration('keepRuns', config.keepRuns ?? leastKeepRuns) < parseDuration('keepRuns', leastKeepRuns))
    problems.push({ path: ['keepRuns'], message: `must be at least ${leastKeepRuns}` });

  const { outcomes, history, freshness = [], lint } = config;
  if (outcomes !== undefined) problems.push(...outcomeProblems(outcomes));
  const zone = history?.timeZone;
  if (zone !== undefined)
    check(
      () => checkCronOptions({ timeZone: zone, sunday: 0, seconds: false }),
      () => ['history', 'timeZone'],
    );
  for (const [index, entry] of freshness.entries()) {
    const { jobs: _jobs, cron, ...policy } = entry;
    check(
      () => void evaluateFreshness({ ...policy, cron: cron && { ...cron, expression: '0 0 * * *' }, since: 0 }, [], 0),
      (option) => ['freshness', index, ...(option === 'policy' ? [] : option.split('.'))],
    );
    if (policy.skipWhileRunning === true && history !== undefined && history.end === undefined)
      problems.push({
        path: ['freshness', index, 'skipWhileRunning'],
        message: 'needs `end` in `history`, because only the end of a run shows how long the job was running',
      });
  }
  const lintCron = lint?.cron;
  if (lintCron !== undefined)
    check(
      () => checkCronOptions(lintCron),
      (option) => ['lint', ...option.split('.')],
    );
  problems.push(...alertProblems(config.alerts));
  for (const [index, pattern] of (config.mcp?.environments ?? []).entries())
    if (!names.some(wholePattern(pattern)))
      problems.push({
        path: ['mcp', 'environments', index],
        message: `must match an environment: ${names.join(', ')}`,
      });
  const known = lintRules.map(({ id }) => id as string);
  for (const id of Object.keys(lint?.rules ?? {})) {
    if (known.includes(id)) continue;
    const nearest = nearestName(id, known);
    const advice = nearest === undefined ? 'see the list of rules' : `did you mean ${nearest}?`;
    problems.push({ path: ['lint', 'rules', id], isKey: true, message: `is not the id of a rule; ${advice}` });
  }
  return problems;
}

/** The text of an error, without the option: a place comes before it. */
function ruleOf({ message, option }: ConfigError): string {
  return message.startsWith(`${option} `) ? message.slice(option.length + 1) : message;
}

function outcomeProblems(outcomes: NonNullable<Config['outcomes']>): readonly PathProblem[] {
  const { options, problems } = readVocabulary(outcomes);
  if (problems.length > 0) return problems;
  try {
    defineOutcomes(options);
    return [];
  } catch (error) {
    if (!isConfigError(error)) throw error;
    const path = error.option === 'outcomes' ? ['outcomes'] : ['outcomes', ...error.option.split('.')];
    return [{ path, message: ruleOf(error) }];
  }
}

/** An address in the file must not contain a secret. */
function checkWebhook(option: string, url: unknown): void {
  if (typeof url !== 'string') return;
  try {
    requireSecureUrl(url, { option });
  } catch {
    throw new ConfigError(
      option,
      'must be an https URL without user name, password, query or fragment (http only on loopback); one with a token must be ' +
        'a reference such as { env: CHAT_URL }',
    );
  }
}

function alertProblems(alerts: Config['alerts']): readonly PathProblem[] {
  const { webhooks = {}, rules = [], silences = [] } = alerts ?? {};
  const checks = [
    ...rules.map((rule, index) => () => readAlertRule(`alerts.rules.${index}`, rule, Object.keys(webhooks))),
    ...silences.map((silence, index) => () => readSilence(`alerts.silences.${index}`, silence)),
    ...Object.entries(webhooks).map(
      ([name, { url }]) =>
        () =>
          checkWebhook(`alerts.webhooks.${name}.url`, url),
    ),
  ];
  return checks.flatMap((run) => {
    try {
      run();
      return [];
    } catch (error) {
      if (!isConfigError(error)) throw error;
      const path = error.option.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));
      return [{ path, message: ruleOf(error) }];
    }
  });
}
