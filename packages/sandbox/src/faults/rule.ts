import { ConfigError, suggestion } from '@syncline/core/errors';
import { type OperationId, operations } from '@syncline/openapi';
import { type ContentEffect, contentSettings } from './content-settings.ts';
import { type Check, oneOf, type Setting, wholeNumber } from './setting.ts';
import { type TransferEffect, transferSettings } from './transfer-settings.ts';

/**
 * What a fault does to a response. Anything that no setting changes stays as the service would have sent it.
 *
 * @example
 * const effect: FaultEffect = { status: 503, retryAfter: 30, retryAfterForm: 'imf', delay: '250ms' };
 */
export interface FaultEffect extends ContentEffect, TransferEffect {}

/**
 * An effect and the requests that it applies to.
 *
 * @example
 * const rules: FaultRule[] = [
 *   { operation: 'runQuery', probability: 0.2, socket: 'reset' },
 *   { after: 10, times: 3, status: 500 },
 * ];
 */
export interface FaultRule extends FaultEffect {
  /** An operation, or `*` for all requests. @default '*' */
  readonly operation?: OperationId | '*';
  /** Number of requests that the rule applies to before it is removed. @default unlimited in rules, 1 in `next` */
  readonly times?: number;
  /** Number of matching requests that the rule skips first. @default 0 */
  readonly after?: number;
  /**
   * Fraction of the matching requests that the rule applies to, from 0 to 1, chosen at random with the sandbox's seed.
   * @default 1
   */
  readonly probability?: number;
}

/** Every setting of an effect. */
export const settings = { ...contentSettings, ...transferSettings };
export type SettingName = keyof typeof settings;
export const settingNames = Object.keys(settings) as readonly SettingName[];

const matchChecks: Readonly<Record<Exclude<keyof FaultRule, keyof FaultEffect>, Check>> = {
  operation: oneOf('*', ...Object.keys(operations)),
  times: wholeNumber(1, 1e9),
  after: wholeNumber(0, 1e9),
  probability: (value) =>
    typeof value === 'number' && value >= 0 && value <= 1 ? undefined : 'must be a number from 0 to 1',
};
export const matchNames = Object.keys(matchChecks);

/**
 * Checks a rule and returns it. `option` is the beginning of an error message.
 *
 * @throws ConfigError with a message of one line
 * @example
 * checkRule({ operation: 'listHistory', status: 503, probability: 0.1 }, 'rules[0]');
 */
export function checkRule(rule: unknown, option: string): FaultRule {
  if (typeof rule !== 'object' || rule === null || Array.isArray(rule))
    throw new ConfigError(option, 'must be an object, such as { "status": 503 }');
  for (const [name, value] of Object.entries(rule)) {
    const check = Object.hasOwn(settings, name)
      ? settings[name as SettingName].check
      : Object.hasOwn(matchChecks, name)
        ? matchChecks[name as keyof typeof matchChecks]
        : undefined;
    if (check === undefined)
      throw new ConfigError(
        `${option}.${name}`,
        `is not a setting of a fault: ${suggestion(name, [...settingNames, ...matchNames])}`,
      );
    const broken = check(value);
    if (broken !== undefined)
      throw new ConfigError(`${option}.${name}`, `${broken}, found ${JSON.stringify(value)?.slice(0, 80)}`);
  }
  const setNames = settingNames.filter((name) => Object.hasOwn(rule, name));
  if (setNames.length === 0) throw new ConfigError(option, 'must have an effect, such as "status": 503');
  checkConflicts(setNames, rule, option);
  return rule as FaultRule;
}

function checkConflicts(names: readonly SettingName[], rule: FaultRule, option: string): void {
  const conflict = (name: string, otherName: string): ConfigError =>
    new ConfigError(`${option}.${name}`, `cannot be combined with ${otherName}`);
  for (const name of names) {
    const { conflictsWith = [], isExclusive } = settings[name] as Setting<unknown, unknown>;
    const conflicting = names.find((setting) => conflictsWith.includes(setting));
    if (conflicting !== undefined) throw conflict(name, conflicting);
    const beside = isExclusive?.(rule[name]) && names.find((setting) => setting !== name && setting !== 'delay');
    if (beside) throw conflict(beside, name);
  }
}

/**
 * Checks the rules of a file: an array, or `{ "rules": […] }`.
 *
 * @throws ConfigError naming the first invalid rule and setting
 */
export function checkRules(rules: unknown): FaultRule[] {
  const list: unknown = Array.isArray(rules) ? rules : (rules as { rules?: unknown } | null)?.rules;
  if (!Array.isArray(list)) throw new ConfigError('rules', 'must be an array of rules, or { "rules": […] }');
  return list.map((rule, index) => checkRule(rule, `rules[${index}]`));
}
