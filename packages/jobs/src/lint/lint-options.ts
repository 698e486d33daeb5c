import { checkChoice, ConfigError, type OptionNames, ownOptions } from '@syncline/core/internal';
import { checkLintSettings, type LintSettings, lintSettingNames } from '../rule/lint-settings.ts';
import { type LintRule, type Severity, severities } from '../rule/lint-rule.ts';
import { lintRules } from '../rules/lint-rules.ts';
import type { AppliedRule } from './lint-report.ts';

/** The severity of a rule's findings, or `off`. */
export type RuleLevel = 'off' | Severity;

/** How jobs are linted: which rules, with which severity, and the information that they need. */
export interface LintOptions extends LintSettings {
  /**
   * The level of rules, by id. Rules that are not listed have their own severity, or are off if they are off by
   * default.
   */
  readonly rules?: Readonly<Record<string, RuleLevel>> | undefined;
  /** Your own rules, which are applied after the built-in ones */
  readonly ownRules?: readonly LintRule[] | undefined;
}

/** A rule with its configured severity. */
export interface ConfiguredRule {
  readonly rule: LintRule;
  readonly applied: AppliedRule;
}

const optionNames: OptionNames<LintOptions> = { rules: 1, ownRules: 1, ...lintSettingNames };

/**
 * Checks the options, and returns the rules that are on and the settings.
 *
 * @throws {ConfigError} when an option or the id of a rule is unknown, or a value cannot be used
 */
export function configureLint(options: LintOptions): {
  readonly rules: readonly ConfiguredRule[];
  readonly settings: LintSettings;
} {
  const { rules: levelsById, ownRules = [], ...settings } = ownOptions(options, optionNames);
  checkLintSettings(settings);
  ownRules.forEach(checkOwnRule);
  const all = [...lintRules, ...ownRules];
  const ids = all.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined)
    throw new ConfigError('ownRules', `must not have two rules with the id ${twice}; built-in rules count too`);
  const configured = ownOptions(levelsById, Object.fromEntries(ids.map((id) => [id, 1])), 'rules');
  const rules = all.flatMap((rule): ConfiguredRule[] => {
    const severity =
      checkChoice(`rules.${rule.id}`, configured[rule.id], 'off', ...severities) ??
      (rule.offByDefault ? 'off' : rule.severity);
    if (severity === 'off') return [];
    const { check: _check, example: _example, ...facts } = rule;
    return [{ rule, applied: { ...facts, severity } }];
  });
  return { rules, settings };
}

function checkOwnRule(rule: LintRule, index: number): void {
  const place = `ownRules[${index}]`;
  if (typeof rule !== 'object' || rule === null) throw new ConfigError(place, 'must be a rule');
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(rule.id)) throw new ConfigError(`${place}.id`, 'must be a name in kebab case');
  if (!severities.includes(rule.severity))
    throw new ConfigError(`${place}.severity`, `must be one of ${severities.join(', ')}`);
  for (const name of ['title', 'why', 'reading', 'fix'] as const)
    if (typeof rule[name] !== 'string') throw new ConfigError(`${place}.${name}`, 'must be a text');
  if (!Array.isArray(rule.fields) || rule.fields.length === 0)
    throw new ConfigError(`${place}.fields`, 'must name at least one field');
  if (typeof rule.check !== 'function') throw new ConfigError(`${place}.check`, 'must be a function');
}
