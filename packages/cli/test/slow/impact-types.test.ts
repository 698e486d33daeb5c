import { expect, test } from 'vitest';
import type { Change } from '../../src/diff/change.ts';
import { usesOfProject } from '../support/uses-of.ts';

/** Types and tables of @syncline/openapi, with one use per line. */
const TYPES = `import type { HistoryRecord, HistoryRecordProperties, ODataComponents, ODataErrorBody, ODataOperations, ODataPaths } from '@syncline/openapi';
import { listHistory, operations } from '@syncline/openapi';
type Wire = ODataOperations['listHistory'];
declare const body: ODataErrorBody;
declare const properties: HistoryRecordProperties;
export const error = body.error;
export const inner = body.error.code;
export type WireError = ODataComponents['schemas']['ODataErrorBody']['error'];
export type WireInner = ODataComponents['schemas']['ODataErrorBody']['error']['code'];
export type Answer = ODataComponents['responses']['Error'];
export const property = properties.details;
export type Query = NonNullable<Wire['parameters']['query']>['$filter'];
export type Content = Wire['responses'][200]['content']['application/json'];
export type Name = ODataOperations['getJob']['parameters']['path']['JobName'];
export type Path = ODataPaths['/history'];
export type Get = ODataPaths['/history']['get'];
export type Post = ODataPaths['/history']['post'];
export type Parameters = ODataPaths['/history']['parameters'];
export const table = listHistory.path;
export const member = operations.listHistory;
export type Fields = keyof HistoryRecord;
`;

/** Calls of openapi-fetch, and calls of other functions with the same names. */
const CALLS = `import createFetchClient from 'openapi-fetch';
import type { HistoryRecord, ODataPaths } from '@syncline/openapi';
import type { CloudClient, ODataClient } from '@syncline/client';
declare const odata: ODataClient;
declare const cloud: CloudClient;
declare const key: keyof HistoryRecord;
declare const record: HistoryRecord;
declare const other: { [name: string]: string };
declare const either: '/history' | '/connectors';
declare const method: 'get';
const mine = createFetchClient<ODataPaths>({ baseUrl: 'https://a.invalid' });
const foreign = createFetchClient<{ '/history': { get: { responses: { 200: { content: { 'a/b': string } } } } } }>({});
const loose = createFetchClient<any>({});
declare const anything: any;
export const ours = mine.GET('/history');
export const unknown = [loose.GET('/history', {}), anything.GET('/history'), anything.call('listHistory')];
export const theirs = foreign.GET('/history');
export const union = mine.GET(either);
export const request = mine.request(method, '/history');
export const called = odata.call('listHistory');
export const ordered = odata.connectors.list({ select: ['connectorid', 'workspace'], orderBy: 'connectorid asc' });
export const history = odata.history.list({ select: ['connectorid', 'details'], orderBy: ['details asc', 'connectorid desc'] });
export const streamed = odata.history.stream();
export const computed = record[key];
export const written = [record['details'], other['details'], other[key]];
export const mapped = [1].map((item) => item);
export const posted = cloud.raw.POST('/api/query', { body: { query: 'SELECT 1' } });
export const quoted = odata.raw.GET('/connectors', { params: { query: { '$filter': 'connectorid eq null', "$select": 'workspace' } } });
export const kept = { select: ['details'], orderBy: 'details asc' };
const query = 'SELECT 1';
export const short = cloud.raw.POST('/api/query', { body: { query } });
`;

/** A consumer's own names that are the same as names in the packages. */
const SIMILAR = `interface ODataClient { history: { list(): void } }
declare const similar: ODataClient;
export const mine = similar.history.list();
export const chance: 'details' | 'summary' = 'details';
export const pair: 'details' | 'connectorid' = 'details';
`;

const usesOf = usesOfProject({ 'types.ts': TYPES, 'calls.ts': CALLS, 'similar.ts': SIMILAR });

const computed = 'computed? the code does not show the name of the field of HistoryRecord';

test.each<[title: string, topic: Change['topic'], about: Partial<Change>, uses: readonly string[]]>([
  [
    'a field with fields of its own',
    'field-removed',
    { fields: ['ODataErrorBody.error'] },
    [
      'error: error is field ODataErrorBody.error',
      'inner: error is field ODataErrorBody.error',
      "WireError: 'error' is field ODataErrorBody.error",
      "WireInner: 'error' is field ODataErrorBody.error",
    ],
  ],
  [
    'a field',
    'field-removed',
    { fields: ['HistoryRecord.details'] },
    [
      "history: 'details' is field HistoryRecord.details",
      "history: 'details asc' is field HistoryRecord.details",
      "written: 'details' is field HistoryRecord.details",
      'property: details is field HistoryRecord.details',
      "pair: 'details' is field HistoryRecord.details",
      computed,
    ],
  ],
  [
    'a field of two records',
    'field-filter',
    { fields: ['HistoryRecord.connectorid'] },
    [
      "history: 'connectorid' is field HistoryRecord.connectorid",
      "history: 'connectorid desc' is field HistoryRecord.connectorid",
      "quoted: 'connectorid eq null' is field HistoryRecord.connectorid",
      computed,
    ],
  ],
  [
    'the same field of the other record',
    'field-filter',
    { fields: ['ConnectorRecord.connectorid'] },
    [
      "ordered: 'connectorid' is field ConnectorRecord.connectorid",
      "quoted: 'connectorid eq null' is field ConnectorRecord.connectorid",
      "ordered: 'connectorid asc' is field ConnectorRecord.connectorid",
    ],
  ],
  [
    'a record',
    'record-removed',
    { fields: ['HistoryRecord'] },
    [
      'key: HistoryRecord is record HistoryRecord',
      'record: HistoryRecord is record HistoryRecord',
      'properties: HistoryRecordProperties is record HistoryRecord',
      'Fields: HistoryRecord is record HistoryRecord',
      computed,
    ],
  ],
  [
    'an operation',
    'operation-removed',
    { operations: ['listHistory'] },
    [
      "ours: '/history' is operation listHistory",
      "unknown: '/history' is operation listHistory",
      'union: either is operation listHistory',
      "request: '/history' is operation listHistory",
      "called: 'listHistory' is operation listHistory",
      'history: list is operation listHistory',
      'streamed: stream is operation listHistory',
      "Wire: 'listHistory' is operation listHistory",
      "Get: 'get' is operation listHistory",
      'table: listHistory is operation listHistory',
      'member: listHistory is operation listHistory',
    ],
  ],
  [
    'a parameter',
    'parameter-removed',
    { operations: ['listHistory'], parameters: ['$filter'] },
    ["Query: '$filter' is parameter listHistory $filter"],
  ],
  [
    'a parameter with the name of a media type',
    'parameter-removed',
    { operations: ['listHistory'], parameters: ['application/json'] },
    [],
  ],
  [
    'an operation of another interface',
    'path-changed',
    { document: 'cloud', operations: ['runQuery'] },
    ["posted: '/api/query' is operation runQuery", "short: '/api/query' is operation runQuery"],
  ],
  [
    'a field of a request',
    'field-type',
    { document: 'cloud', operations: ['runQuery'], fields: ['QueryRequest.query'] },
    ["posted: '/api/query' is operation runQuery", "short: '/api/query' is operation runQuery"],
  ],
])('%s', (_title, topic, about, uses) => {
  expect(usesOf(topic, about).toSorted()).toEqual(uses.toSorted());
});

test('the value of $select in quotation marks is a use of its fields', () => {
  expect(usesOf('field-type', { fields: ['ConnectorRecord.workspace'] })).toEqual([
    "ordered: 'workspace' is field ConnectorRecord.workspace",
    "quoted: 'workspace' is field ConnectorRecord.workspace",
  ]);
});
