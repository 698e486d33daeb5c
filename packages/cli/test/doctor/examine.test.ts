import { expect, test } from 'vitest';
import { collections, examineCollection } from '../../src/doctor/examine.ts';
import type { Probe } from '../../src/doctor/probe.ts';
import { envelopeOf, recordsOf, statusWords, unknownFields } from '../../src/doctor/shape.ts';
import { probeOfList } from './probe-of-list.ts';

const list: Probe = { ...probeOfList, body: { value: [{ connectorid: 'a', rows: 1 }, { rows: null }] } };
const [connectors] = collections.odata;

test('a collection that can be read: its status, envelope, size and unknown fields', () => {
  const operation = 'listConnectors';
  const fields = [{ name: 'rows', types: ['number', 'null'] }];
  expect(examineCollection(connectors, list)).toEqual({
    findings: [
      { operation, question: '0006', subject: 'status and content type', answer: '200, application/json' },
      { operation, question: '0005', subject: 'envelope', answer: 'object with value' },
      { operation, question: '0010', subject: 'records in one response', answer: '2' },
      { operation, question: '0012', subject: 'fields beyond ConnectorRecord', answer: 'rows number|null' },
    ],
    more: { record: 'ConnectorRecord', fields },
  });
});

test('a collection without an unknown field has no finding about fields', () => {
  const { findings, more } = examineCollection(connectors, { ...list, body: [{ connectorid: 'a' }] });
  expect(findings.map(({ subject }) => subject)).toEqual([
    'status and content type',
    'envelope',
    'records in one response',
  ]);
  expect(more.fields).toEqual([]);
});

test.each<[Partial<Probe>, string]>([
  [{ status: 300 }, '300, application/json'],
  [{ status: 404, contentType: null }, '404, none'],
  [{ problem: 'the response is not JSON' }, '200, application/json, the response is not JSON'],
  [{ status: 0, contentType: null, problem: 'NetworkError' }, 'no response, none, NetworkError'],
])('a response with %j: only its status', (probe, answer) => {
  const { findings, more } = examineCollection(connectors, { ...list, ...probe });
  expect(findings).toEqual([expect.objectContaining({ subject: 'status and content type', answer })]);
  expect(more).toEqual({ record: 'ConnectorRecord', fields: [] });
});

test('a status below 300 is examined', () => {
  expect(examineCollection(connectors, { ...list, status: 299 }).findings).toHaveLength(4);
});

const many = (count: number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${String(index).padStart(3, '0')}`, index]));

test.each<[unknown, string]>([
  [{}, 'object with nothing'],
  [{ b: 1, a: 2 }, 'object with a, b'],
  [{ 'a<b': 1, '': 2, 'Label# 2.x-y@$': 3 }, 'object with Label# 2.x-y@$'],
  [{ ['k'.repeat(80)]: 1, ['k'.repeat(81)]: 1 }, `object with ${'k'.repeat(80)}`],
  [many(30), `object with ${Object.keys(many(20)).join(', ')}`],
  [null, 'object'],
  [1, 'number'],
])('the envelope of %j is %s', (body, told) => {
  expect(envelopeOf(body)).toBe(told);
});

test.each<[unknown, readonly unknown[]]>([
  [
    [{ a: 1 }, 'text', null, { b: 2 }],
    [{ a: 1 }, { b: 2 }],
  ],
  [{ value: [{ a: 1 }] }, [{ a: 1 }]],
  [{ value: { a: 1 } }, []],
  [{ a: 1 }, []],
  ['text', []],
  [null, []],
])('the records of %j', (body, records) => {
  expect(recordsOf(body)).toEqual(records);
});

test('the types of a field have one order, null last, whatever record comes first', () => {
  const records = [{ a: 'x' }, { a: null }, { a: 1 }, { a: [] }, { a: {} }, { a: true }];
  const types = ['array', 'boolean', 'number', 'object', 'string', 'null'];
  expect(unknownFields('Job', records)).toEqual([{ name: 'a', types }]);
  expect(unknownFields('Job', records.toReversed())).toEqual([{ name: 'a', types }]);
});

test('at most 200 fields are named, in order, and none whose name could be a text', () => {
  const record = { ...many(201), 'a<b': 1, '': 1, ['k'.repeat(81)]: 1 };
  expect(unknownFields('Job', [record]).map(({ name }) => name)).toEqual(Object.keys(many(200)));
  expect(unknownFields('Job', [{ b: 1 }, { a: 1 }]).map(({ name }) => name)).toEqual(['a', 'b']);
});

test('status words have an order, and no control characters', () => {
  expect(statusWords([{ status: 'b' }, { status: 'a\u0000\u0007c' }, { status: 'b' }])).toEqual(['a c', 'b']);
});
