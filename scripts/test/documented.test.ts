// Why: some pages list names or numbers from the sources. This test fails if a page lacks one or has a wrong number.
import { explain } from '@syncline/auth';
import { isRetryableStatus, standardTiming } from '@syncline/core/internal';
import { functionNames } from '@syncline/odata';
import { type OperationId, operations } from '@syncline/openapi';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const read = (path: string): string => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
const site = 'packages/docs/src/content/docs';

/** The names that a page does not contain. */
const missing = (page: string, names: Iterable<string>): string[] => {
  const text = read(page);
  return [...names].filter((name) => !text.includes(name));
};

describe('the retry numbers', () => {
  const { baseMs, capMs } = standardTiming;
  const statuses = Array.from({ length: 600 }, (_, status) => status).filter(isRetryableStatus);
  const list = statuses.join(', ').replace(/, (\d+)$/, ' and $1');

  it.each([
    [
      'packages/client/docs/errors.md',
      `from 0 up to ${baseMs / 1000} s, then up to ${(2 * baseMs) / 1000} s, and never more than ${capMs / 1000} s`,
    ],
    [
      `${site}/guides/retries-and-deadlines.md`,
      `up to ${baseMs / 1000} s before the first retry, up to ${(2 * baseMs) / 1000} s before the second, and never more than ${capMs / 1000} s`,
    ],
  ])('are those that %s quotes', (page, sentence) => {
    expect(missing(page, [`the statuses ${list}`, sentence])).toEqual([]);
  });
});

it('every function of the filter grammar is in the guide to filters', () => {
  expect(
    missing(
      `${site}/guides/filters.md`,
      functionNames.map((name) => `\`${name}\``),
    ),
  ).toEqual([]);
});

describe('every credential', () => {
  const factories = (Object.keys(operations) as OperationId[])
    .flatMap((id) => explain(id).allowed)
    .flatMap(({ factory }) => factory.split(' or '))
    .map((call) => call.slice(0, call.indexOf('(')));

  it.each(['packages/auth/README.md', `${site}/guides/authentication.mdx`])('is in %s', (page) => {
    expect(missing(page, new Set(factories))).toEqual([]);
  });
});

it('every variable that `fromEnvironment` reads is on the page of variables', () => {
  const variables = new Set(read('packages/auth/src/from-environment.ts').match(/\bSYNCLINE_[A-Z_]+\b/g));
  expect(variables.size).toBeGreaterThan(10);
  expect(missing(`${site}/environment.md`, variables)).toEqual([]);
});
