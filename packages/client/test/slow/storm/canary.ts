import { inspect } from 'node:util';
import { encodings } from '../../secrets/encodings.ts';

/** The beginning of every secret, with characters that each encoding writes differently. */
const beginning = 'Canary/7+s&ecret=9';

/** A secret that no other call uses. */
export function secretOf(number: number): string {
  return `${beginning}.${String(number).padStart(7, '0')}~end`;
}

const fold = (text: string): string => text.replaceAll('-', '+').replaceAll('_', '/').toLowerCase();

/** The spelling of any secret in each encoding, independent of the text before and after it. */
const needles = new Set(
  Object.entries(encodings)
    .filter(([name]) => !name.startsWith('Base64'))
    .map(([, encode]) => encode(beginning))
    .concat([0, 1, 2].map(base64Inside))
    .map(fold),
);

function base64Inside(before: number): string {
  const length = Math.floor((before + beginning.length) / 3) * 4;
  return Buffer.from('x'.repeat(before) + beginning)
    .toString('base64')
    .slice(before === 0 ? 0 : 4, length);
}

/** Whether a text shows part of a secret in any encoding. */
export function showsSecret(text: string): boolean {
  const folded = fold(text);
  for (const needle of needles) if (folded.includes(needle)) return true;
  return false;
}

/** All that a program can print of a value: its inspection, JSON, message, stack and causes. */
export function printed(value: unknown): string {
  const texts = [inspect(value, { depth: 8, showHidden: true, maxStringLength: null }), toJson(value)];
  if (value instanceof Error) texts.push(String(value));
  for (let error = value, depth = 0; error instanceof Error && depth < 8; error = error.cause, depth += 1)
    texts.push(error.message, error.stack ?? '', toJson(error));
  return texts.join('\n');
}

function toJson(value: unknown): string {
  try {
    return (
      JSON.stringify(value, (_, item: unknown) =>
        typeof item === 'bigint' ? `${item}` : item instanceof Error ? { ...item, message: item.message } : item,
      ) ?? ''
    );
  } catch {
    return 'not JSON';
  }
}
