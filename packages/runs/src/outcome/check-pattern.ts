import { ConfigError } from '@syncline/core/errors';

/**
 * Checks that a pattern can match whole texts only, and returns a copy of it without state. `/FAILED/` would also match
 * "0 FAILED", and `/^a$|b/` any text with a "b".
 *
 * @throws ConfigError that names the option and shows the pattern
 */
export function checkPattern(option: string, pattern: RegExp): RegExp {
  const { source, flags } = pattern;
  if (/[gym]/.test(flags))
    throw new ConfigError(option, `contains ${pattern} with a flag that it cannot have: g, m or y`);
  if (!source.startsWith('^') || !endsAnchored(source) || hasAlternatives(source))
    throw new ConfigError(option, `contains ${pattern}, which does not match whole texts only. Write it as /^(?:…)$/`);
  return new RegExp(source, flags);
}

/** Whether the last character is a `$` that is not escaped. */
function endsAnchored(source: string): boolean {
  const [backslashes = ''] = /\\*(?=\$$)/.exec(source) ?? [];
  return source.endsWith('$') && backslashes.length % 2 === 0;
}

/** Whether there is a `|` outside of all groups and classes. */
function hasAlternatives(source: string): boolean {
  let depth = 0;
  let inClass = false;
  for (let at = 0; at < source.length; at += 1) {
    const character = source[at];
    if (character === '\\') at += 1;
    else if (inClass) inClass = character !== ']';
    else if (character === '[') inClass = true;
    else if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    else if (character === '|' && depth === 0) return true;
  }
  return false;
}
