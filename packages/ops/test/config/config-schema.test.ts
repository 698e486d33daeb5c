import { Check } from '@sinclair/typebox/value';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { configSchema } from '../../src/config/config-schema.ts';

test('the published schema is the one that the checks use (write it with `npx vitest run -u`)', async () => {
  await expect(`${JSON.stringify(configSchema, null, 2)}\n`).toMatchFileSnapshot('../../syncline.schema.json');
});

test('the schema is valid according to the meta-schema of its draft', () => {
  const ajv = new Ajv({ strict: false });
  expect(ajv.validateSchema(configSchema), JSON.stringify(ajv.errors)).toBe(true);
});

test('the quick check and the explaining check refuse the same configurations', () => {
  const explain = new Ajv({ strict: false }).compile(configSchema);
  const password = { env: 'PASSWORD' };
  const odata = { url: 'https://sync.example.com', credential: { basic: { username: 'ada', password } } };
  const environments = { production: { odata } };
  const configs: readonly (readonly [data: unknown, isGood: boolean])[] = [
    [{ environments }, true],
    [{ environments, outcomes: { succeeded: ['OK'] }, freshness: [{ jobs: '*', warnAfter: '2h' }] }, true],
    [{ environments, lint: { rules: { 'auto-truncate-strings': 'off' } }, store: { sqlite: './runs.db' } }, true],
    [null, false],
    [[], false],
    ['text', false],
    [{}, false],
    [{ environments: {} }, false],
    [{ environments: { 'a b': { odata } } }, false],
    [{ environments, other: 1 }, false],
    [{ environments: { production: { odata: { ...odata, url: '' } } } }, false],
    [
      {
        environments: {
          production: { odata: { ...odata, credential: { basic: { username: 'ada', password: 'x' } } } },
        },
      },
      false,
    ],
    [{ environments: { production: { odata: { ...odata, credential: {} } } } }, false],
    [{ environments, outcomes: { succeeded: 'OK' } }, false],
    [{ environments, freshness: [{ jobs: '*', warnAfter: 'soon' }] }, false],
    [{ environments, history: { key: 'a', job: 'b', status: 'c', start: 'd', pageCap: 1.5 } }, false],
    [{ environments, history: { key: 'a', job: 'b', status: 'c', start: 'd', pageCap: 0 } }, false],
    [{ environments, store: { sqlite: 'a', postgres: password } }, false],
    [{ environments, keepRuns: '13 months' }, false],
    [{ environments, lint: { rules: { 'auto-truncate-strings': 'loud' } } }, false],
  ];
  for (const [data, isGood] of configs) {
    expect(explain(data), JSON.stringify(data)).toBe(isGood);
    expect(Check(configSchema, data), JSON.stringify(data)).toBe(isGood);
  }
});

test('every part has a description, which editors show', () => {
  const without: string[] = [];
  const look = (schema: Record<string, unknown>, path: string): void => {
    for (const [name, each] of Object.entries(
      (schema['properties'] ?? {}) as Record<string, Record<string, unknown>>,
    )) {
      if (each['description'] === undefined) without.push(`${path}.${name}`);
      look(each, `${path}.${name}`);
    }
    for (const each of Object.values((schema['patternProperties'] ?? {}) as Record<string, Record<string, unknown>>)) {
      if (each['description'] === undefined) without.push(`${path}.*`);
      look(each, `${path}.*`);
    }
    if (schema['items'] !== undefined) look(schema['items'] as Record<string, unknown>, `${path}[]`);
  };
  look(configSchema as unknown as Record<string, unknown>, '');
  expect(without).toEqual([]);
});
