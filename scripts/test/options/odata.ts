import {
  filter,
  type Limits,
  parseFilter,
  parseKeyPredicate,
  parseLiteral,
  parseOrderBy,
  parseQueryOptions,
  parseSelect,
  rawFilter,
  toFilter,
} from '@syncline/odata';
import type { PackageOptions } from './scenarios.ts';

const condition = (h: { readonly [name: string]: { eq(value: string): never } }) => h['a']!.eq('b');

export const odata: PackageOptions = {
  scenarios: {
    filter: (more) => filter(condition as never, more as Limits),
    toFilter: (more) => toFilter(condition as never, more as Limits),
    rawFilter: (more) => rawFilter("a eq 'b'", more as Limits),
    parseFilter: (more) => parseFilter("a eq 'b'", more as Limits),
    parseKeyPredicate: (more) => parseKeyPredicate("jobs('a')", 'jobs', more as Limits),
    parseLiteral: (more) => parseLiteral("'b'", undefined, more as Limits),
    parseOrderBy: (more) => parseOrderBy('a desc', more as Limits),
    parseQueryOptions: (more) => parseQueryOptions('$select=a', more as Limits),
    parseSelect: (more) => parseSelect('a', more as Limits),
  },
  withoutOptions: {
    'takes a text or a value': ['date', 'dateTimeOffset', 'decimal', 'guid', 'keyPredicate'],
    'takes conditions, names or their nodes': [
      'allOf',
      'anyOf',
      'odata',
      'printFilter',
      'printOrderBy',
      'printSelect',
      'compareBy',
      'createEvaluator',
      'evaluate',
    ],
    'takes functions for each kind of node, which the compiler checks': ['handle'],
  },
};
