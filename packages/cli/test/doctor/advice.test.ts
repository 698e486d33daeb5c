import { expect, test } from 'vitest';
import { clientCode, overlayFor } from '../../src/doctor/advice.ts';
import type { Fit } from '../../src/doctor/diagnose.ts';

const fit: Fit = { baseUrl: 'https://a.example', header: null, hasNextLink: false, queryOptions: [], more: [] };
const direct = { route: { ca: null, proxy: null }, allowInsecureHttp: false };
const company = { shown: 'http://proxy.example:3128', source: '--proxy', hasPassword: false };

test('a client for what the environment describes', () => {
  expect(clientCode('odata', fit, direct)).toBe(`import { fromEnvironment } from '@syncline/auth';
import { createODataClient } from '@syncline/client';

export const odata = createODataClient({
  baseUrl: 'https://a.example',
  credential: fromEnvironment('odata'),
});`);
});

test.each([
  ['odata', 'createODataClient', 'SYNCLINE_API_KEY'],
  ['v2', 'createV2Client', 'SYNCLINE_USER_TOKEN'],
] as const)('%s: a client with all special settings', (name, factory, key) => {
  const queryOptions = [
    { option: '$filter', treatment: 'refused', evidence: '' },
    { option: '$orderby', treatment: 'honoured', evidence: '' },
    { option: '$orderby', treatment: 'ignored', evidence: '' },
    { option: '$filter', treatment: 'unknown', evidence: '' },
  ] as const;
  const special = { ...fit, header: 'x-own', hasNextLink: true, queryOptions };
  const route = { ca: String.raw`C:\it's.pem`, proxy: company };
  expect(clientCode(name, special, { route, allowInsecureHttp: true })).toBe(`import { readFileSync } from 'node:fs';
import { apiKeyHeader } from '@syncline/auth';
import { ${factory} } from '@syncline/client';
import { createNodeTransport } from '@syncline/client/node';

export const ${name} = ${factory}({
  baseUrl: 'https://a.example',
  credential: apiKeyHeader({
    name: 'x-own',
    value: () => process.env.${key} ?? '',
  }),
  allowInsecureHttp: true,
  pages: 'follow', // this service splits collections
  fetch: createNodeTransport({
    ca: readFileSync('C:\\\\it\\'s.pem'),
    proxy: 'http://proxy.example:3128',
  }),
});
// $filter is refused here: do not rely on it.
// $orderby is ignored here: do not rely on it.`);
});

test.each([
  ['--proxy', 'HTTPS_PROXY'],
  ['http_proxy', 'http_proxy'],
])('a proxy with a password, from %s: its address stays in the environment', (source, variable) => {
  const route = { ca: null, proxy: { ...company, source, hasPassword: true } };
  const code = clientCode('v2', fit, { ...direct, route });
  expect(code).toContain(`  fetch: createNodeTransport({\n    proxy: process.env.${variable},\n  }),\n`);
  expect(code).not.toMatch(/readFileSync|ca:/);
});

test.each([
  ['odata', 'apiKeyHeader', 'x-name-template'],
  ['v2', 'userToken', 'x-not-shown'],
] as const)('%s: an overlay with the header and the fields that were seen', (name, scheme, unnamed) => {
  const fields = [
    { name: 'rows', types: ['number'] },
    { name: 'Label#2', types: ['string', 'null'] },
    { name: 'no', types: ['boolean'] },
    { name: 'nothing', types: ['boolean'] },
    { name: 'piano', types: ['boolean'] },
    { name: 'gone', types: ['null'] },
    { name: 'tags', types: ['array'] },
    { name: 'either', types: ['array', 'string'] },
    { name: '2nd', types: ['object'] },
  ];
  const more = [
    { record: 'Workspace', fields: [] },
    { record: 'HistoryRecord', fields },
  ] as const;
  expect(overlayFor(name, { ...fit, header: "x-it's", more })).toBe(`overlay: 1.0.0
info: { title: Our server, version: '1' }
extends: ${name}.json
actions:
  - target: $.components.securitySchemes.${scheme}
    update: { name: 'x-it''s' }
  - target: $.components.securitySchemes.${scheme}['${unnamed}']
    remove: true
  - target: $.components.schemas.HistoryRecord.properties
    update:
      rows: { type: number, description: Seen on our server. }
      "Label#2": { type: [string, 'null'], description: Seen on our server. }
      "no": { type: boolean, description: Seen on our server. }
      nothing: { type: boolean, description: Seen on our server. }
      piano: { type: boolean, description: Seen on our server. }
      gone: { description: Seen on our server. }
      tags: { type: array, items: {}, description: Seen on our server. }
      either: { type: [array, string], items: {}, description: Seen on our server. }
      "2nd": { type: object, description: Seen on our server. }`);
});
