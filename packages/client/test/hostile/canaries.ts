import { inspect } from 'node:util';
import { apiKeyHeader, apiKeyQuery, basic, bearer, type Credential, personalAccessToken } from '@syncline/auth';

/** A secret with characters that each encoding writes differently. */
export const canary = 'Canary/7+s&ecret=9';

/** Every kind of credential, with the canary in each secret slot. */
export const credentials: Readonly<Record<string, () => Credential>> = {
  basic: () => basic({ username: 'ada', password: canary }),
  apiKeyHeader: () => apiKeyHeader({ name: 'x-acme-authtoken', value: canary }),
  apiKeyQuery: () => apiKeyQuery({ value: canary }),
  personalAccessToken: () => personalAccessToken({ email: 'ada@example.com', token: canary }),
  bearer: () => bearer(canary),
  function: () => basic({ username: 'ada', password: async () => canary }),
};

const base64 = (text: string) => Buffer.from(text).toString('base64').replace(/=+$/, '');
const spellings = [
  canary,
  encodeURIComponent(canary),
  encodeURIComponent(canary).toLowerCase(),
  new URLSearchParams({ c: canary }).toString().slice(2),
  base64(canary),
  base64(`ada:${canary}`),
  base64(`ada@example.com:${canary}`),
  JSON.stringify(canary).slice(1, -1),
];

/** The spellings of the canary that appear in any form in which a program may print the value. */
export const leaksIn = (value: unknown): string[] => {
  const texts: string[] = [inspect(value, { depth: 12, showHidden: true }), String(value), safeJson(value)];
  for (let error = value; error instanceof Error; error = error.cause)
    texts.push(error.message, error.stack ?? '', safeJson(error), inspect(error));
  if (value instanceof Error && 'body' in value) texts.push(String(value.body));
  const all = texts.join('\n');
  return spellings.filter((spelling) => all.includes(spelling));
};

const safeJson = (value: unknown): string =>
  JSON.stringify(value, (_, item: unknown) =>
    typeof item === 'bigint'
      ? `${item}`
      : item instanceof Error
        ? { ...item, message: item.message, stack: item.stack, cause: item.cause }
        : item,
  ) ?? '';
