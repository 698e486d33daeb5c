import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { configSchema } from '../../src/index.ts';

test('the published schema is the one that the checks use (write it with `npx vitest run -u`)', async () => {
  await expect(`${JSON.stringify(configSchema, null, 2)}\n`).toMatchFileSnapshot('../../syncline.schema.json');
});

test('the schema is valid by the meta-schema of its draft', () => {
  const ajv = new Ajv({ strict: false });
  expect(ajv.validateSchema(configSchema), JSON.stringify(ajv.errors)).toBe(true);
});

test('every part has a description, which editors show', () => {
  const without: string[] = [];
  const look = (schema: Record<string, unknown>, path: string): void => {
    for (const [name, each] of Object.entries(
      (schema['properties'] ?? {}) as Record<string, Record<string, unknown>>,
    )) {
      if (each['description'] === undefined && each['minimum'] === undefined && each['anyOf'] === undefined)
        without.push(`${path}.${name}`);
      look(each, `${path}.${name}`);
    }
    for (const each of Object.values((schema['patternProperties'] ?? {}) as Record<string, Record<string, unknown>>))
      look(each, `${path}.*`);
    if (schema['items'] !== undefined) look(schema['items'] as Record<string, unknown>, `${path}[]`);
  };
  look(configSchema as unknown as Record<string, unknown>, '');
  expect(without).toEqual([]);
});
