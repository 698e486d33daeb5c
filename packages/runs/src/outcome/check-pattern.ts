import { ConfigError } from '@syncline/core/errors';

/**
 * Checks that a pattern matches only whole texts, and returns a copy of it without state. `/FAILED/` would also match
 * "0 FAILED", and `/^a$|b/` any text with a "b".
 *
 * @throws ConfigError that names the option and shows the pattern
 */
export function checkPattern(option: string, pattern: RegExp): RegExp {
  const { source, flags } = pattern;
  if (/[gym]/.test(flags))
    throw new ConfigError(option, `contains ${pattern} with a flag that is not allowed: g, m or y`);
  if (!source.startsWith('^') || !endsAnchored(source) || hasAlternatives(source))
    throw new ConfigError(option, `contains ${pattern}, which can match a part of a text. Write it as /^(?:…)$/`);
  return new RegExp(source, flags);
}

/** Whether the last character is a `$` that is not escaped. */
function endsAnchored(source: string): boolean {
  const [backslashes = ''] = /\\*(?=\$$)/.exec(source) ?? [];
  return source.endsWith('$') && backslashes.length % 2 === 0;
}

/** Whether there is a `|` outside all groups and classes. */
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
