import type { Exchange, Faults } from '../fault.ts';
import { isRows, rows } from '../fault.ts';

const job =
  (text: string) =>
  ({ json }: Exchange) =>
    json(text);
const big = 9007199254740993n;
const has = (field: string, wanted: unknown) => (value: unknown) =>
  (value as Record<string, unknown>)[field] === wanted;
const refused = (field: string) =>
  ({ code: 'RESPONSE_FORMAT', with: { reason: 'value', record: 'Job', field } }) as const;

/** Faults in JSON values. */
export const valueFaults: Faults = {
  NaN: {
    serve: job('{"JobName":"a","RowVersion":NaN}'),
    call: 'job',
    want: { code: 'RESPONSE_FORMAT', with: { reason: 'json' } },
  },
  '1e400': { serve: job('{"JobName":"a","RowVersion":1e400}'), call: 'job', want: refused('RowVersion') },
  'an int64 beyond 2^53': {
    serve: job(`{"JobName":"a","RowVersion":${big}}`),
    call: 'job',
    want: { data: has('RowVersion', big) },
  },
  'the largest int64': {
    serve: job('{"JobName":"a","RowVersion":9223372036854775807}'),
    call: 'job',
    want: { data: has('RowVersion', 9223372036854775807n) },
  },
  'the smallest int64': {
    serve: job('{"JobName":"a","RowVersion":-9223372036854775808}'),
    call: 'job',
    want: { data: has('RowVersion', -9223372036854775808n) },
  },
  'one more than an int64': {
    serve: job('{"JobName":"a","RowVersion":9223372036854775808}'),
    call: 'job',
    want: refused('RowVersion'),
  },
  'an int64 with an exponent': {
    serve: job('{"JobName":"a","RowVersion":9.007199254740993e15}'),
    call: 'job',
    want: { data: has('RowVersion', big) },
  },
  'an int64 that is a fraction': {
    serve: job('{"JobName":"a","RowVersion":1.5}'),
    call: 'job',
    want: refused('RowVersion'),
  },
  'an int64 under an escaped key': {
    serve: job(`{"JobName":"a","\\u0052owVersion":${big}}`),
    call: 'job',
    want: { data: has('RowVersion', big) },
  },
  'an int64 as text': {
    serve: job(`{"JobName":"a","RowVersion":"${big}"}`),
    call: 'job',
    want: { data: has('RowVersion', big) },
  },
  'an int64 quoted in a text': {
    serve: job(`{"JobName":"a","Source":",\\"RowVersion\\":${big}","RowVersion":${big}}`),
    call: 'job',
    want: { data: (value) => has('Source', `,"RowVersion":${big}`)(value) && has('RowVersion', big)(value) },
  },
  'duplicate keys': {
    serve: job(`{"JobName":"a","RowVersion":1,"RowVersion":${big}}`),
    call: 'job',
    want: { data: has('RowVersion', big) },
  },
  'a switch that is neither': {
    serve: job('{"JobName":"a","Scheduled":"perhaps"}'),
    call: 'job',
    want: refused('Scheduled'),
  },
  'a switch kept as it came': {
    serve: job('{"JobName":"a","Scheduled":"perhaps"}'),
    call: 'job',
    options: { undecodable: 'keep' },
    want: { data: has('Scheduled', 'perhaps') },
  },
  'a whole number with apples': {
    serve: job('{"JobName":"a","BatchSize":"5 apples"}'),
    call: 'job',
    want: refused('BatchSize'),
  },
  'an object where a text was': {
    serve: job('{"JobName":"a","Scheduled":{}}'),
    call: 'job',
    want: refused('Scheduled'),
  },
  __proto__: {
    serve: job('[{"connectorid":"a","__proto__":{"admin":true}}]'),
    want: { data: (value) => !Object.hasOwn((value as object[])[0] as object, '__proto__') && !('admin' in {}) },
  },
  '__proto__ in escapes': {
    serve: job('[{"connectorid":"a","x":{"\\u005f_proto__":{"admin":true}}}]'),
    want: { data: (value) => !Object.hasOwn((value as { x: object }[])[0]?.x as object, '__proto__') },
  },
  '200,000 deep': {
    serve: job(`[{"connectorid":"a","deep":${'['.repeat(200_000)}${']'.repeat(200_000)}}]`),
    want: { data: (value) => (value as object[]).length === 1 },
  },
  '200,000 deep with __proto__': {
    serve: job(`[{"__proto__":1,"deep":${'['.repeat(200_000)}${']'.repeat(200_000)}}]`),
    want: { data: (value) => (value as object[]).length === 1 },
  },
  'OData envelope': { serve: ({ json }) => json({ '@odata.context': 'x', value: rows }), want: { data: isRows } },
  'an error inside 200': {
    serve: ({ json }) => json({ error: { code: 'Denied', message: 'no' } }),
    want: { code: 'RESPONSE_FORMAT', with: { reason: 'service-error' } },
  },
  'an error inside 200 for a job': {
    serve: ({ json }) => json({ error: { code: 'Denied', message: 'no' } }),
    call: 'job',
    want: { code: 'RESPONSE_FORMAT', with: { reason: 'service-error' } },
  },
  'a v2 error inside 200': {
    serve: ({ json }) => json({ code: 17, message: 'no', error: 'Denied' }),
    call: 'status',
    want: { code: 'RESPONSE_FORMAT', with: { reason: 'service-error' } },
  },
  'null for a list': { serve: ({ json }) => json(null), want: { code: 'RESPONSE_FORMAT', with: { reason: 'shape' } } },
  'a number for a job': {
    serve: ({ json }) => json(7),
    call: 'job',
    want: { code: 'RESPONSE_FORMAT', with: { reason: 'shape' } },
  },
  'a list for a job': {
    serve: ({ json }) => json([{}]),
    call: 'job',
    want: { code: 'RESPONSE_FORMAT', with: { reason: 'shape' } },
  },
  'numbers in a list of records': {
    serve: ({ json }) => json([1, 2]),
    want: { code: 'RESPONSE_FORMAT', with: { reason: 'shape' } },
  },
  'a list that goes on elsewhere': {
    serve: ({ json }) => json({ value: rows, '@odata.nextLink': 'history?$skip=1' }),
    want: { code: 'RESPONSE_FORMAT', with: { reason: 'next-page' } },
  },
};
