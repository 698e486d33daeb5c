import { expect, test } from 'vitest';
import { usesOfProject } from '../support/uses-of.ts';

/** Calls that send different parameters. */
const CALLS = `import { clientCredentials } from '@syncline/auth';
import type { ODataClient } from '@syncline/client';
import { rawFilter } from '@syncline/odata';
declare const odata: ODataClient;
const options = { filter: rawFilter('details eq null'), select: ['details'] } as const;
export const none = odata.history.list();
export const filter = odata.history.list({ filter: (h) => h.details.eq('x') });
export const select = odata.history.list({ select: ['details'] });
export const order = odata.history.list({ orderBy: 'details asc' });
export const all = odata.history.list({ filter: (h) => h.details.eq('x'), select: ['details'], orderBy: 'details asc' });
export const passed = odata.history.list(options);
export const spread = odata.history.list({ ...options, orderBy: 'details asc' });
export const raw = odata.raw.GET('/history', { params: { query: { $filter: 'details eq null', $select: 'details' } } });
export const called = odata.call('listHistory', { query: { $orderby: 'details' } });
export const other = odata.connectors.list();
export const tokens = clientCredentials({
  authUrl: 'https://a.invalid',
  clientId: 'a',
  clientSecret: 'b',
});
`;

const usesOf = usesOfProject({ 'calls.ts': CALLS });
const callsWithout = (...parameters: readonly string[]): readonly string[] =>
  usesOf('parameter-required', { operations: ['listHistory'], parameters }).map((use) => use.split(':')[0] ?? '');

test.each([
  ['$filter', ['none', 'select', 'order', 'called']],
  ['$select', ['none', 'filter', 'order', 'called']],
  ['$orderby', ['none', 'filter', 'select', 'passed', 'raw']],
])('a required %s: the calls that do not send it', (parameter, calls) => {
  expect(callsWithout(parameter)).toEqual(calls);
});

test('two required parameters: the calls that do not send both', () => {
  expect(callsWithout('$filter', '$orderby')).toEqual(['none', 'filter', 'select', 'order', 'passed', 'raw', 'called']);
});

test('a required field of a request: every call, whatever it sends', () => {
  const about = { operations: ['listHistory'], fields: ['Query.a'] };
  expect(usesOf('request-required', about)).toHaveLength(9);
});

test.each([
  ['client_id', 'clientId', 18],
  ['client_secret', 'clientSecret', 19],
])('the field %s of a token request is the option %s', (field, option, line) => {
  const about = { document: 'cloud', operations: ['createToken'], fields: [`TokenRequest.${field}`] };
  expect(usesOf('field-type', about)).toEqual([
    'tokens: clientCredentials is operation createToken',
    `calls.ts:${line}: ${option} is field TokenRequest.${field}`,
  ]);
});
