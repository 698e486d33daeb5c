import { ConfigError } from '../errors/config-error.ts';
import { checkRule } from './check.ts';
import type { FaultEffect } from './rule.ts';

/** The request header that asks for a fault on its own answer. */
export const faultHeader = 'x-syncline-fault';

const durations = ['delay', 'drip', 'headerDrip', 'outage'];
const textual = new Set(['text', 'redirect', 'contentType', 'raw', 'earlyHints', 'body', ...durations]);

/**
 * The effect that a header asks for: settings in kebab-case, apart by semicolons, percent-encoded where a value holds one.
 *
 * @throws ConfigError with a reason of one line
 * @example
 * parseFaultHeader('status=503;retry-after=2'); // { status: 503, retryAfter: 2 }
 */
export function parseFaultHeader(value: string): FaultEffect {
  const effect: Record<string, unknown> = {};
  for (const setting of value.split(';')) {
    if (setting.trim() === '') continue;
    const at = setting.indexOf('=');
    if (at < 0) throw new ConfigError(faultHeader, `${JSON.stringify(setting.trim())} is no setting=value`);
    const name = setting
      .slice(0, at)
      .trim()
      .replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
    const text = decode(setting.slice(at + 1).trim());
    effect[name] = !textual.has(name) && /^-?\d+$/.test(text) ? Number(text) : text;
  }
  for (const name of ['operation', 'times', 'after', 'probability']) {
    if (Object.hasOwn(effect, name))
      throw new ConfigError(`${faultHeader}.${name}`, 'a header meets its own request only');
  }
  for (const name of durations) {
    if (/^\d+$/.test(String(effect[name]))) effect[name] = Number(effect[name]);
  }
  return checkRule(effect, faultHeader);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new ConfigError(faultHeader, `${JSON.stringify(text)} is not percent-encoded`);
  }
}
