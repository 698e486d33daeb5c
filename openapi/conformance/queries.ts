import { CLOUD, JSON_TYPE, ODATA, V2, read, refused, type Vector } from './vector.ts';

/**
 * Filters, and their text in the URL. Percent-encoding is RFC 3986 of the UTF-8 bytes, with `! ' ( ) *` as they are.
 */
const FILTERS: readonly (readonly [filter: string, encoded: string])[] = [
  ["details eq 'failed'", "details%20eq%20'failed'"],
  ["details ne 'ok'", "details%20ne%20'ok'"],
  ['runstartdate gt 2026-01-01T00:00:00Z', 'runstartdate%20gt%202026-01-01T00%3A00%3A00Z'],
  ['runstartdate ge 2026-01-01', 'runstartdate%20ge%202026-01-01'],
  ['runstartdate lt 2026-01-01T00:00:00.5Z', 'runstartdate%20lt%202026-01-01T00%3A00%3A00.5Z'],
  ['runstartdate le 2026-01-01T00:00:00+02:00', 'runstartdate%20le%202026-01-01T00%3A00%3A00%2B02%3A00'],
  ["details eq 'O''Brien'", "details%20eq%20'O''Brien'"],
  ["details eq '100%'", "details%20eq%20'100%25'"],
  ["details eq 'a&b'", "details%20eq%20'a%26b'"],
  ["details eq 'a+b'", "details%20eq%20'a%2Bb'"],
  ["details eq 'ö漢🚲'", "details%20eq%20'%C3%B6%E6%BC%A2%F0%9F%9A%B2'"],
  ["details eq ''", "details%20eq%20''"],
  ["connectorid eq 'a' and instanceid eq 'b'", "connectorid%20eq%20'a'%20and%20instanceid%20eq%20'b'"],
  ["connectorid eq 'a' or instanceid eq 'b'", "connectorid%20eq%20'a'%20or%20instanceid%20eq%20'b'"],
  [
    "(connectorid eq 'a' or instanceid eq 'b') and details eq 'c'",
    "(connectorid%20eq%20'a'%20or%20instanceid%20eq%20'b')%20and%20details%20eq%20'c'",
  ],
  ["not (details eq 'a')", "not%20(details%20eq%20'a')"],
  ['rows gt 10', 'rows%20gt%2010'],
  ['rows eq -1.5', 'rows%20eq%20-1.5'],
  ['rows eq 9007199254740993', 'rows%20eq%209007199254740993'],
  ['done eq true', 'done%20eq%20true'],
  ['error eq null', 'error%20eq%20null'],
];

const SELECTS: readonly (readonly [names: readonly string[], encoded: string])[] = [
  [['details'], 'details'],
  [['runstartdate', 'details'], 'runstartdate%2Cdetails'],
  [['instanceid', 'connectorid', 'details'], 'instanceid%2Cconnectorid%2Cdetails'],
];

const ORDERS: readonly (readonly [order: readonly string[], encoded: string])[] = [
  [['runstartdate desc'], 'runstartdate%20desc'],
  [['runstartdate asc'], 'runstartdate%20asc'],
  [['connectorid asc', 'runstartdate desc'], 'connectorid%20asc%2Crunstartdate%20desc'],
];

export const queries: readonly Vector[] = [
  ...FILTERS.map(([filter, encoded]) =>
    read(
      `history where ${filter}`,
      'listHistory',
      { $filter: filter },
      `${ODATA}/history?$filter=${encoded}`,
      '[]',
      [],
    ),
  ),
  ...SELECTS.map(([names, encoded]) =>
    read(
      `history, only ${names.join(' and ')}`,
      'listHistory',
      { $select: names },
      `${ODATA}/history?$select=${encoded}`,
      '[]',
      [],
    ),
  ),
  ...ORDERS.map(([order, encoded]) =>
    read(
      `history by ${order.join(', ')}`,
      'listHistory',
      { $orderby: order },
      `${ODATA}/history?$orderby=${encoded}`,
      '[]',
      [],
    ),
  ),
  read(
    'history with all three options',
    'listHistory',
    { $filter: "details eq 'a'", $select: ['details'], $orderby: ['details asc'] },
    `${ODATA}/history?$filter=details%20eq%20'a'&$select=details&$orderby=details%20asc`,
    '[]',
    [],
  ),
  read('history with none', 'listHistory', {}, `${ODATA}/history`, '[]', []),
  read(
    'connectors where the workspace is Sales',
    'listConnectors',
    { $filter: "workspace eq 'Sales'" },
    `${ODATA}/connectors?$filter=workspace%20eq%20'Sales'`,
    '[]',
    [],
  ),
  read(
    'connectors by name, only the name',
    'listConnectors',
    { $select: ['connectorid'], $orderby: ['connectorid desc'] },
    `${ODATA}/connectors?$select=connectorid&$orderby=connectorid%20desc`,
    '[]',
    [],
  ),
  read(
    'one job, only two fields',
    'getJob',
    { JobName: 'a', $select: ['JobName', 'Scheduled'] },
    `${ODATA}/jobs('a')?$select=JobName%2CScheduled`,
    '{"JobName":"a","Scheduled":"true"}',
    { JobName: 'a', Scheduled: true },
  ),
  read(
    'one job, only its labels',
    'getJob',
    { JobName: 'a', $select: ['Label#'] },
    `${ODATA}/jobs('a')?$select=Label%23`,
    '{"Label#":"x"}',
    { 'Label#': 'x' },
  ),
  read('workspaces', 'listWorkspaces', {}, `${V2}/v2/workspaces`, '[]', []),
  read(
    'workspaces, filtered by a parameter that the caller names',
    'listWorkspaces',
    { filter: "name eq 'A&B'" },
    `${V2}/v2/workspaces?where=name%20eq%20'A%26B'`,
    '[]',
    [],
    { workspacesFilterParameter: 'where' },
  ),
  read(
    'workspaces, sorted by a parameter that the caller names',
    'listWorkspaces',
    { sort: 'name desc' },
    `${V2}/v2/workspaces?order=name%20desc`,
    '[]',
    [],
    { workspacesSortParameter: 'order' },
  ),
  refused(
    'workspaces, filtered by a parameter that nobody named',
    'listWorkspaces',
    { filter: 'x' },
    { code: 'CONFIG_INVALID', option: 'workspacesFilterParameter' },
  ),
  refused(
    'workspaces, sorted by a parameter that nobody named',
    'listWorkspaces',
    { sort: 'x' },
    { code: 'CONFIG_INVALID', option: 'workspacesSortParameter' },
  ),
  ...["details eq 'open", 'details eq', 'details like 1', '(details eq 1', 'details eq 1)', 'and'].map((filter) =>
    refused(
      `the filter ${JSON.stringify(filter)}, which is none`,
      'listHistory',
      { $filter: filter },
      { code: 'ODATA_SYNTAX' },
    ),
  ),
  ...['SELECT 1', 'SELECT "ö" FROM \'🚲\'', 'a\nb'].map(
    (query): Vector => ({
      title: `the query ${JSON.stringify(query)}`,
      operation: 'runQuery',
      arguments: { query },
      options: {},
      credential: { scheme: 'personalAccessToken', email: 'ana@mail.invalid', token: 'pat' },
      exchanges: [
        {
          request: {
            method: 'POST',
            url: `${CLOUD}/api/query`,
            headers: { authorization: 'Basic YW5hQG1haWwuaW52YWxpZDpwYXQ=', 'content-type': 'application/json' },
            body: JSON.stringify({ query }),
          },
          response: { status: 200, headers: JSON_TYPE, body: '{"anything":[1,2]}' },
        },
      ],
      result: { value: { anything: [1, 2] } },
    }),
  ),
];
