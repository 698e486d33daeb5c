import { operations } from '@syncline/openapi';
import { ConfigError } from '../errors/config-error.ts';
import { parseDuration } from '../life/duration.ts';
import { bodyNames } from './bodies.ts';
import type { FaultEffect, FaultRule } from './rule.ts';

/** Why a value is wrong, or undefined when it is right. */
type Check = (value: unknown) => string | undefined;

const whole =
  (least: number, most: number): Check =>
  (value) =>
    Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most
      ? undefined
      : `is not a whole number from ${least} to ${most}`;
const oneOf =
  (...known: readonly string[]): Check =>
  (value) =>
    known.includes(value as string) ? undefined : `is none of ${known.join(', ')}`;
const fieldValue: Check = (value) =>
  typeof value === 'string' && /^[\t\x20-\x7e]*$/.test(value) ? undefined : 'is not a text that a header can hold';
const seconds: Check = (value) => (typeof value === 'number' ? whole(0, 1e9)(value) : fieldValue(value));

const duration: Check = (value) => {
  if (typeof value !== 'number' && typeof value !== 'string') return 'is no duration';
  try {
    return parseDuration(value) <= 3_600_000 ? undefined : 'is longer than an hour';
  } catch {
    return 'is no duration such as 250 or "2s"';
  }
};

const text: Check = (value) => (typeof value === 'string' ? undefined : 'is no text');

const headers: Check = (value) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'is not an object of texts';
  const wrong = Object.entries(value).find(
    ([name, text]) => !/^[!#$%&'*+.^_`|~\w-]+$/.test(name) || fieldValue(text) !== undefined,
  );
  return wrong && `has a header that cannot be sent: ${JSON.stringify(wrong[0])}`;
};

/** What node:http sends as early hints; it refuses any other. */
const linkValue = /^<[^>\r\n]*>(?:\s*;\s*[^;"\s]+(?:=(")?[^;"\s]*\1)?)*$/;

/** What `socket` can do once the body has begun. */
const inTheBody: readonly string[] = ['cut', 'end', 'stall'];

const effectChecks: Readonly<Record<keyof FaultEffect, Check>> = {
  status: whole(200, 599),
  retryAfter: seconds,
  retryAfterForm: oneOf('seconds', 'imf', 'rfc850', 'asctime'),
  headers,
  headerBytes: whole(1, 1_048_576),
  body: oneOf(...bodyNames),
  text,
  contentType: (value) => (value === null ? undefined : fieldValue(value)),
  gzip: oneOf('whole', 'cut', 'bomb', 'none'),
  brotli: oneOf('whole', 'cut'),
  redirect: (value) => fieldValue(value) ?? (value === '' ? 'is empty' : undefined),
  expiresIn: (value) =>
    value === null || typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))
      ? undefined
      : 'is no number, text or null',
  delay: duration,
  drip: duration,
  headerDrip: duration,
  earlyHints: (value) =>
    typeof value === 'string' && value.length <= 1000 && linkValue.test(value)
      ? undefined
      : 'is no Link such as </style.css>; rel=preload',
  raw: text,
  cutAfter: whole(0, 1e9),
  socket: oneOf('reset', 'close', 'hang', ...inTheBody),
  outage: duration,
};

/** Every setting of an effect. */
export const effectNames = Object.keys(effectChecks) as readonly (keyof FaultEffect)[];

const ruleChecks: Readonly<Record<keyof FaultRule, Check>> = {
  ...effectChecks,
  operation: oneOf('*', ...Object.keys(operations)),
  times: whole(1, 1e9),
  after: whole(0, 1e9),
  probability: (value) =>
    typeof value === 'number' && value >= 0 && value <= 1 ? undefined : 'is not a number from 0 to 1',
};

/** Pairs that contradict each other. */
const quarrels: readonly (readonly [keyof FaultEffect, keyof FaultEffect])[] = [
  ['body', 'text'],
  ['gzip', 'brotli'],
  ['drip', 'cutAfter'],
  ['drip', 'socket'],
  ['headerDrip', 'earlyHints'],
];

/** Settings beside which no answer is left to be changed. */
const alone: readonly (keyof FaultEffect)[] = ['raw', 'outage'];

/**
 * A rule as it was given, checked. `place` begins the reason.
 *
 * @throws ConfigError with a reason of one line
 * @example
 * checkRule({ operation: 'listHistory', status: 503, probability: 0.1 }, 'rules[0]');
 */
export function checkRule(rule: unknown, place: string): FaultRule {
  if (typeof rule !== 'object' || rule === null || Array.isArray(rule))
    throw new ConfigError(place, 'a rule is an object');
  for (const [name, value] of Object.entries(rule)) {
    if (!Object.hasOwn(ruleChecks, name))
      throw new ConfigError(`${place}.${name}`, `there is no such setting (${Object.keys(ruleChecks).join(', ')})`);
    const reason = ruleChecks[name as keyof FaultRule](value);
    if (reason !== undefined)
      throw new ConfigError(`${place}.${name}`, `${JSON.stringify(value)?.slice(0, 80)} ${reason}`);
  }
  if (!Object.keys(rule).some((name) => Object.hasOwn(effectChecks, name)))
    throw new ConfigError(place, 'the rule has no effect');
  const both = quarrels.find((pair) => pair.every((name) => Object.hasOwn(rule, name)));
  if (both !== undefined) throw new ConfigError(`${place}.${both[1]}`, `cannot go with ${both[0]}`);
  const only = alone.find((name) => Object.hasOwn(rule, name));
  const beside = only && effectNames.find((name) => name !== only && name !== 'delay' && Object.hasOwn(rule, name));
  if (beside !== undefined) throw new ConfigError(`${place}.${beside}`, `cannot go with ${only}`);
  const { cutAfter, socket } = rule as FaultRule;
  if (cutAfter !== undefined && socket !== undefined && !inTheBody.includes(socket))
    throw new ConfigError(`${place}.socket`, 'cannot go with cutAfter');
  return rule as FaultRule;
}

/**
 * The rules of a file: an array, or `{ "rules": […] }`.
 *
 * @throws ConfigError naming the first rule and setting that is wrong
 */
export function checkRules(rules: unknown): FaultRule[] {
  const list: unknown = Array.isArray(rules) ? rules : (rules as { rules?: unknown } | null)?.rules;
  if (!Array.isArray(list)) throw new ConfigError('rules', 'give an array of rules, or { "rules": […] }');
  return list.map((rule, index) => checkRule(rule, `rules[${index}]`));
}
