import { expect, it } from 'vitest';
import { createCloudClient } from '../../src/index.ts';
import { inProcess, json, rejection } from '../support/in-process.ts';

const answering = (validate: (value: unknown) => unknown) => {
  const cloud = createCloudClient(inProcess([json('{"rows":[1]}')]).options);
  return cloud.query('SELECT 1', {
    schema: { '~standard': { version: 1, vendor: 'test', validate: validate as never } },
  });
};

it('a query returns the output of its schema, synchronous or asynchronous', async () => {
  expect(await answering((value) => ({ value: (value as { rows: unknown }).rows }))).toEqual([1]);
  expect(await answering(async () => ({ value: 'later' }))).toBe('later');
});
it.each([
  [[{ message: 'rows must be text' }, { message: 'and more' }], 'rows must be text'],
  [[], 'it gives no reason'],
])('a query reports why its schema refuses the response: %j', async (issues, why) => {
  expect(await rejection(answering(() => ({ issues })))).toMatchObject({
    code: 'RESPONSE_FORMAT',
    reason: 'schema',
    operation: 'runQuery',
    attempts: 1,
    message: `POST /app/api/query: the schema rejects the response: ${why}`,
  });
});
