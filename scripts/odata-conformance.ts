// Why: the OASIS grammar has its own test cases. This runs all of them against @syncline/odata: every `accept` gives
// the expected value, every `reject` and `not-boolean` is refused, every `unsupported` is refused with the code
// ODATA_UNSUPPORTED, and every `optional` behaves as decision record 0020 says. Usage: node
// --conditions=@syncline/source scripts/odata-conformance.ts FILE
import { readFileSync } from 'node:fs';
import {
  isODataSyntaxError,
  parseFilter,
  parseKeyPredicate,
  parseLiteral,
  parseOrderBy,
  parseQueryOptions,
  parseSelect,
  printFilter,
  printOrderBy,
  printSelect,
} from '@syncline/odata';

interface Case {
  readonly input: string;
  readonly rule: string;
  readonly expect: 'accept' | 'reject' | 'unsupported' | 'optional' | 'not-boolean';
  readonly decoded: string;
  readonly form?: 'url' | 'payload';
  readonly failAt?: number;
  readonly entitySet?: string;
  readonly key?: string;
}
type Outcome = { readonly value: string } | { readonly code: string; readonly offset: number };

/**
 * Accepted filters that print differently, because the printer prints only the necessary parentheses, but always those
 * of `not`.
 */
const printedAs: Readonly<Record<string, string>> = {
  'not false': 'not (false)',
  "not endswith(Name,'ilk')": "not (endswith(Name,'ilk'))",
  '(true)': 'true',
  '( true )': 'true',
  '(false)': 'false',
  "(Name eq 'Milk')": "Name eq 'Milk'",
};

/** The optional spellings that we accept (decision record 0020). All others are refused. */
const acceptedOptional = new Set(['0000-01-01', '0000-01-01T00:00Z']);

/** The type of a literal, by its rule in the grammar. */
const literalTypes: Readonly<Record<string, string>> = {
  binaryLiteral: 'Edm.Binary',
  boolean: 'Edm.Boolean',
  date: 'Edm.Date',
  dateTimeOffsetValue: 'Edm.DateTimeOffset',
  dateTimeOffsetLiteral: 'Edm.DateTimeOffset',
  dateTimeOffsetValueInUrl: 'Edm.DateTimeOffset',
  decimalValue: 'Edm.Decimal',
  decimalLiteral: 'Edm.Decimal',
  doubleValue: 'Edm.Double',
  doubleLiteral: 'Edm.Double',
  singleLiteral: 'Edm.Single',
  sbyteLiteral: 'Edm.SByte',
  int16Literal: 'Edm.Int16',
  int32Literal: 'Edm.Int32',
  int64Literal: 'Edm.Int64',
  int64Value: 'Edm.Int64',
  durationLiteral: 'Edm.Duration',
  stringLiteral: 'Edm.String',
  guid: 'Edm.Guid',
  timeOfDayValue: 'Edm.TimeOfDay',
  timeOfDayLiteral: 'Edm.TimeOfDay',
  enumLiteral: 'an enumeration',
};

/** Runs a case of one section, and returns the value as a text to compare with `expectedValue`. */
const runners: Readonly<Record<string, (one: Case) => string>> = {
  filter: (one) =>
    printFilter(
      parseFilter(/^\$?filter ?=/.test(one.input) ? (parseQueryOptions(one.input).filter as string) : one.decoded),
    ),
  orderby: (one) => printOrderBy(parseOrderBy(parseQueryOptions(one.input).orderBy as string)),
  select: (one) => printSelect(parseSelect(parseQueryOptions(one.input).select as string)),
  key: (one) => parseKeyPredicate(one.input, one.entitySet ?? /^\w+/.exec(one.input)?.[0] ?? 'Products'),
  literal(one) {
    const text = one.form === 'payload' ? one.input : one.decoded;
    if (one.rule === 'odataIdentifier') return printSelect(parseSelect(text));
    const { value } = parseLiteral(text, literalTypes[one.rule]);
    return typeof value === 'string' && /^(?:decimal|double|single)/.test(one.rule)
      ? String(Number(value))
      : String(value);
  },
  queryOptions(one) {
    const options = parseQueryOptions(one.input);
    if (options.filter !== undefined) parseFilter(options.filter);
    if (options.orderBy !== undefined) parseOrderBy(options.orderBy);
    return options.custom.map(([name, value]) => (value === '' ? name : `${name}=${value}`)).join('&');
  },
};

/** The expected value of an accepted case, computed without the parser. */
function expectedValue(section: string, one: Case): string {
  const decoded = one.decoded.replace(/^\$(?:filter|select|orderby)=/, '');
  if (section === 'key') return one.key as string;
  if (section === 'orderby')
    return decoded
      .split(',')
      .map((item) => (/\s/.test(item) ? item.replace('\t', ' ') : `${item} asc`))
      .join(',');
  if (section === 'filter') return printedAs[decoded] ?? decoded;
  if (section === 'queryOptions')
    return one.decoded
      .split('&')
      .filter((option) => !option.startsWith('$'))
      .join('&');
  if (section !== 'literal') return decoded;
  if (decoded.startsWith("'")) return decoded.slice(1, -1).replaceAll("''", "'");
  if (/^(?:decimal|double|single)/.test(one.rule)) return String(Number(decoded));
  return decoded.replace(/^\+/, '');
}

function outcomeOf(run: () => string): Outcome {
  try {
    return { value: run() };
  } catch (error) {
    if (isODataSyntaxError(error)) return { code: error.code, offset: error.offset };
    throw error;
  }
}

/** What is wrong with a case; undefined when it passes. */
function complaint(section: string, one: Case, outcome: Outcome): string | undefined {
  const said =
    'value' in outcome
      ? `gave ${JSON.stringify(outcome.value)}`
      : `was refused with ${outcome.code} at ${outcome.offset}`;
  const refused = !('value' in outcome);
  const accepted =
    one.expect === 'accept' ||
    (one.expect === 'optional' && (section === 'queryOptions' || acceptedOptional.has(one.input)));
  if (accepted) {
    const expected = expectedValue(section, one);
    return !refused && outcome.value === expected ? undefined : `${said}, expected ${JSON.stringify(expected)}`;
  }
  if (!refused) return `${said}, expected a refusal`;
  return one.expect === 'unsupported' && outcome.code !== 'ODATA_UNSUPPORTED'
    ? `${said}, expected ODATA_UNSUPPORTED`
    : undefined;
}

/** Runs every case in the text of the file, and returns how many passed and what is wrong with the others. */
export function runCases(text: string): { passed: number; complaints: string[] } {
  const sections: Record<string, unknown> = JSON.parse(text);
  const complaints: string[] = [];
  let passed = 0;
  for (const [section, run] of Object.entries(runners)) {
    const cases = sections[section];
    if (!Array.isArray(cases) || cases.length === 0)
      throw new Error(`The file has no cases in the section "${section}". Use the OASIS cases as JSON.`);
    for (const one of cases as Case[]) {
      const found = complaint(
        section,
        one,
        outcomeOf(() => run(one)),
      );
      if (found === undefined) passed++;
      else complaints.push(`${section}: ${one.expect} ${JSON.stringify(one.input)} (${one.rule}) ${found}`);
    }
  }
  return { passed, complaints };
}

if (import.meta.main) {
  const file = process.argv[2];
  if (file === undefined) {
    console.error(
      'usage: node --conditions=@syncline/source scripts/odata-conformance.ts FILE (the OASIS cases as JSON)',
    );
    process.exit(2);
  }
  const { passed, complaints } = runCases(readFileSync(file, 'utf8'));
  for (const line of complaints) console.log(line);
  console.log(`${passed} passed, ${complaints.length} failed`);
  process.exitCode = complaints.length === 0 ? 0 : 1;
}
