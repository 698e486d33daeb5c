import { expect, test } from 'vitest';
import { type DoctorReport, printReports, verdictOf } from '../../src/doctor/report.ts';
import type { Check } from '../../src/doctor/diagnose.ts';

const fine: Check = { subject: 'GET /connectors', verdict: 'fine', cause: null, says: '200', remedy: null, tried: [] };
const long = 'word '.repeat(20).trim();
const untold: Check = { ...fine, subject: '$orderby', verdict: 'unknown', says: long, remedy: long };
const trouble: Check = { ...fine, subject: 'GET /history', verdict: 'trouble', tried: ['x-a', 'x-b'] };
const fit = { baseUrl: 'https://a.example', header: null, hasNextLink: false, queryOptions: [], more: [] };
const finding = { operation: 'listHistory', question: '0006', subject: 'status', answer: '200' };
const plain: DoctorReport = {
  interface: 'odata',
  baseUrl: 'https://a.example',
  checks: [fine],
  findings: [],
  fit: null,
  code: null,
  overlay: null,
};

function print(reports: readonly DoctorReport[], colored = false): string {
  const lines: string[] = [];
  printReports(reports, { write: (line) => lines.push(line), view: { colored } });
  return lines.join('\n');
}

test('a service that cannot be read has no findings, no code and no overlay', () => {
  expect(print([{ ...plain, findings: [finding] }])).toBe(`OData interface  https://a.example

  ✓ GET /connectors    200

✓ 1 of 1 checks are fine.`);
});

test('each check shows its remedy and what was tried, in lines of at most 80 columns', () => {
  expect(print([{ ...plain, interface: 'v2', checks: [trouble, untold] }])).toBe(`v2 interface  https://a.example

  ✗ GET /history       200
    Tried without success: x-a, x-b
  ? $orderby           word word word word word word word word word word word
                       word word word word word word word word word
    → word word word word word word word word word word word word word word word
      word word word word word

✗ 0 of 2 checks are fine, 1 found a problem, 1 could not tell.`);
});

test('what was tried is continued in the column of its first line', () => {
  const tried = Array.from({ length: 6 }, (_, index) => `https://a.example/api-${index}`);
  expect(print([{ ...plain, checks: [{ ...trouble, tried }] }])).toContain(`
    Tried without success: https://a.example/api-0, https://a.example/api-1,
    https://a.example/api-2, https://a.example/api-3, https://a.example/api-4,
    https://a.example/api-5
`);
});

test('findings are listed under their operation, then the code and the overlay', () => {
  const findings = [
    finding,
    { ...finding, question: null, subject: 'header x-a', answer: long },
    { ...finding, operation: 'listConnectors' },
  ];
  expect(print([{ ...plain, fit, findings, code: 'one\n\n  two', overlay: 'three' }])).toBe(
    `OData interface  https://a.example

  ✓ GET /connectors    200

  What the specification does not say (number of the open question)
    listHistory
      0006  status                       200
            header x-a                   word word word word word word word word
                                         word word word word word word word word
                                         word word word word
    listConnectors
      0006  status                       200

A client that fits the OData interface

  one

    two

An overlay that fits the OData interface
Save it as odata.overlay.yaml, and pass it to \`syncline generate --overlay\`.

  three

✓ 1 of 1 checks are fine.`,
  );
});

test('marks, headings and less important texts are colored', () => {
  const esc = '\u001B[';
  const text = print(
    [{ ...plain, fit, checks: [fine, trouble, { ...untold, says: 'x' }], code: 'one', overlay: 'two' }],
    true,
  );
  for (const [code, shown] of [
    [1, 'OData interface'],
    [2, 'https://a.example'],
    [32, '✓'],
    [31, '✗'],
    [33, '?'],
    [2, '    Tried without success: x-a, x-b'],
    [1, '→'],
    [2, '  What the specification does not say (number of the open question)'],
    [1, 'A client that fits the OData interface'],
    [1, 'An overlay that fits the OData interface'],
    [2, 'Save it as odata.overlay.yaml, and pass it to `syncline generate --overlay`.'],
  ] as const)
    expect(text).toContain(`${esc}${code}m${shown}${esc}`);
});

test.each([
  ['no check', [], 'fine'],
  ['what is fine', [fine], 'fine'],
  ['one unknown', [fine, untold], 'unknown'],
  ['trouble beside an unknown', [untold, trouble], 'trouble'],
] as const)('the verdict of %s', (_title, checks, verdict) => {
  expect(verdictOf(checks.map((check) => ({ checks: [check] })))).toBe(verdict);
});
