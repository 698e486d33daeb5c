/** Each marked line must not compile. `tsc -p tsconfig.json` fails if one does. */
import {
  date,
  dateTimeOffset,
  decimal,
  filter,
  guid,
  odata,
  printOrderBy,
  printSelect,
  rawFilter,
  toFilter,
} from '../../src/index.ts';
import { allOf, anyOf, createEvaluator, evaluate } from '../../src/index.ts';
import type { Filter, FilterInput, OrderBy, Select, Selected } from '../../src/index.ts';

interface Properties {
  runstartdate: 'Edm.DateTimeOffset';
  details: 'Edm.String';
  records: 'Edm.Int64';
  share: 'Edm.Decimal';
  done: 'Edm.Boolean';
  id: 'Edm.Guid';
  since: 'Edm.Date';
  odd: 'Edm.Stream';
  'Label#': 'Edm.String';
}

export const good: Filter<Properties>[] = [
  filter<Properties>((h) => h.runstartdate.gt(new Date()).and(h.details.contains('x'), h.records.eq(5n))),
  filter<Properties>((h) => h.runstartdate.ge(dateTimeOffset('2024-01-01T00:00Z')).or(h.since.lt(date('2024-01-01')))),
  filter<Properties>((h) => h['Label#'].ne(null).not()),
  filter<Properties>((h) => h.field('Status').eq('x').and(h.field('N').gt(5), h.odd.eq(true))),
  filter<Properties>((h) => h.share.eq(decimal('1.5')).or(h.share.lt(2), h.id.eq(guid('x')))),
  odata`a eq ${1} and ${rawFilter('true')}`,
];

interface FieldProperties {
  field: 'Edm.String';
  rows: 'Edm.Int64';
}
export const called: Filter<FieldProperties>[] = [
  filter<FieldProperties>((h) => h.field('field').eq('x').and(h.rows.gt(1))),
  // @ts-expect-error `field` is the function, also when a property has this name
  filter<FieldProperties>((h) => h.field.eq('x')),
];

interface OtherProperties {
  workspace: 'Edm.String';
}
const ofRecord = filter<Properties>((h) => h.details.in(['a', null]));
// A filter for any record fits every record. A filter for some of a record's properties fits that record.
export const fitting: FilterInput<Properties>[] = [
  rawFilter('a eq 1'),
  ofRecord.and(odata`a eq 1`, undefined).not(),
  filter<Pick<Properties, 'details'>>((h) => h.details.eq('x')),
  (h) => allOf(ofRecord, h.records.in([1, 2n]), undefined),
  (h) => anyOf(h.field('a').eq(1), h.field<'Edm.Int64'>('b').gt(1n)).and(ofRecord),
];
// @ts-expect-error a filter for another record
export const foreign: FilterInput<OtherProperties> = ofRecord;
// @ts-expect-error one part is a filter for another record
filter<OtherProperties>((o) => o.workspace.eq('a').and(ofRecord));
// @ts-expect-error one part is a filter for another record
filter<OtherProperties>((o) => allOf(o.workspace.eq('a'), ofRecord));
// @ts-expect-error a filter for one record is not a filter for any record
export const unbound: Filter = ofRecord;
// @ts-expect-error a whole number is not compared with a string
filter<Properties>((h) => h.records.in(['5']));
// @ts-expect-error a text function does not apply to a field that is cast to a number
filter<Properties>((h) => h.field<'Edm.Int64'>('b').contains('x'));
// @ts-expect-error not an EDM type
filter<Properties>((h) => h.field<'string'>('b'));

// @ts-expect-error unknown property of a closed record
filter<Properties>((h) => h.detials.eq('x'));
// @ts-expect-error contains does not apply to a number
filter<Properties>((h) => h.records.contains('5'));
// @ts-expect-error booleans have no order
filter<Properties>((h) => h.done.gt(true));
// @ts-expect-error a number is not compared with a string
filter<Properties>((h) => h.records.eq('5'));
// @ts-expect-error a string is not compared with a number
filter<Properties>((h) => h.details.eq(5));
// @ts-expect-error an instant is not compared with a string, which would be written in quotes
filter<Properties>((h) => h.runstartdate.gt('2024-01-01'));
// @ts-expect-error null has no order
filter<Properties>((h) => h.records.gt(null));
// @ts-expect-error a GUID is not compared with a string
filter<Properties>((h) => h.id.eq('01234567-89ab-cdef-0123-456789abcdef'));
// @ts-expect-error a property is not compared with another property
filter<Properties>((h) => h.details.eq(h.details));
// @ts-expect-error a plain string is not a filter
filter<Properties>(() => "details eq 'x'");
// @ts-expect-error a plain string is not a filter
toFilter<Properties>("details eq 'x'");
// @ts-expect-error an object that only looks like a filter is not one
export const forged: FilterInput<Properties> = { expression: rawFilter('true').expression };
// @ts-expect-error a template does not accept objects
odata`a eq ${{}}`;
// @ts-expect-error a template does not accept undefined
odata`a eq ${undefined}`;

export const orders: OrderBy<Properties>[] = [
  'details',
  'details desc',
  'Label# asc',
  { property: 'Status', direction: 'desc' },
];
// @ts-expect-error a wrong direction
export const wrongDirection: OrderBy<Properties> = 'details down';
// @ts-expect-error an unknown property
export const wrongOrder: OrderBy<Properties> = 'detials desc';
// @ts-expect-error a wrong direction
printOrderBy({ property: 'details', direction: 'down' });

interface Row {
  JobName: string;
  Scheduled?: boolean;
  Verbosity?: number;
}
export const names: Select<Row> = ['JobName', 'Scheduled'];
// @ts-expect-error an unknown property
export const wrongSelect: Select<Row> = ['JobNam'];
export const narrowed: Selected<Row, ['JobName', 'Scheduled']> = { JobName: 'x', Scheduled: true };
// @ts-expect-error a property that was not selected is absent
narrowed.Verbosity;
// @ts-expect-error a string is not a list
printSelect('JobName');

interface OpenRow {
  details?: string;
  [property: string]: unknown;
}
declare const open: Selected<OpenRow, ['details', 'Status']>;
export const details: string | undefined = open.details;
export const status: unknown = open.Status;
// @ts-expect-error a property that the type does not list is unknown
export const text: string = open.Status;

declare const ofProperties: Filter<Properties>;
export const rule: (record: object) => boolean | null = createEvaluator(ofProperties);
export const isTrue: boolean | null = evaluate(ofProperties, { details: 'x' });
