import { ConfigError } from '@syncline/core/errors';
import { checkRule, type FaultEffect, matchNames, type SettingName, settingNames, settings } from './rule.ts';

/** The request header that asks for a fault in the response to the same request. */
export const faultHeader = 'x-syncline-fault';

/**
 * Parses a fault header: settings in kebab-case, separated by semicolons. A value that contains a semicolon is
 * percent-encoded.
 *
 * @throws ConfigError with a message of one line
 * @example
 * parseFaultHeader('status=503;retry-after=2'); // { status: 503, retryAfter: 2 }
 */
export function parseFaultHeader(value: string): FaultEffect {
  const effect: Record<string, unknown> = {};
  for (const setting of value.split(';')) {
    if (setting.trim() === '') continue;
    const at = setting.indexOf('=');
    if (at < 0)
      throw new ConfigError(faultHeader, `must consist of setting=value, found ${JSON.stringify(setting.trim())}`);
    const name = setting
      .slice(0, at)
      .trim()
      .replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
    if (matchNames.includes(name))
      throw new ConfigError(
        `${faultHeader}.${name}`,
        'cannot be set in a header, which applies to its own request only',
      );
    effect[name] = readValue(name, decode(setting.slice(at + 1).trim()));
  }
  return checkRule(effect, faultHeader);
}

/**
 * Prints an effect as the value of a fault header.
 *
 * @example
 * printFaultHeader({ status: 503, retryAfter: 2 }); // 'status=503;retry-after=2'
 */
export function printFaultHeader(effect: FaultEffect): string {
  return settingNames
    .filter((name) => effect[name] !== undefined)
    .map((name) => {
      const value: unknown = effect[name];
      const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
      return `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}=${encodeValue(text)}`;
    })
    .join(';');
}

/**
 * Percent-encodes the characters that would end a value, those that are not printable ASCII, and white space at both
 * ends.
 */
function encodeValue(text: string): string {
  return text.replace(/[%;]|[^\x20-\x7e]|^ | $/gu, (character) =>
    encodeURIComponent(character.replace(/\p{Cs}/u, '\ufffd')),
  );
}

function readValue(name: string, text: string): string | number {
  const how = Object.hasOwn(settings, name) ? settings[name as SettingName].header : 'number';
  switch (how) {
    case 'text':
      return text;
    case 'number':
      return /^-?\d+$/.test(text) ? Number(text) : text;
    case 'duration':
      return /^\d+$/.test(text) ? Number(text) : text;
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new ConfigError(faultHeader, `must be percent-encoded, found ${JSON.stringify(text)}`);
  }
}
