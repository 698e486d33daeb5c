import { type Comparison, compareBy, ConfigError, type Expression, type OrderByItem } from '@syncline/odata';

/** The system query options of one request, as text. */
export interface Query {
  readonly $filter?: string;
  readonly $select?: string;
  readonly $orderby?: string;
}

/** How a filter is divided. `print` is passed in, so that the first bundle of a page does not share a chunk with this. */
export interface SplitOptions {
  /** Whatever the caller has set, unless it is false */
  readonly split?: unknown;
  readonly expression: Expression;
  readonly print: (expression: Expression) => string;
  readonly select?: readonly string[] | undefined;
  readonly orderBy?: string | OrderByItem | readonly (string | OrderByItem)[] | undefined;
}

/** Percent-encoded characters of a `$filter`: with the rest of the address, the first line of a request is below 8 kB. */
const maxLength = 6000;
/** A comparison has three of the parser's 1,000 nodes. */
const maxValues = 250;

/**
 * Divides the longest `in` at the top level of a filter, so that each part is a filter that the service takes. No
 * record matches two parts.
 *
 * @throws {ConfigError} when `split` is not a boolean, the filter has no such `in`, or it is too long without it.
 */
function splitQuery(query: Query, { expression, print, split }: SplitOptions): Query[] {
  if (split !== true) throw new ConfigError('split', 'must be true or false');
  const operands = expression.kind === 'and' ? expression.operands : [expression];
  const list = operands.reduce<readonly Comparison[]>((longest, operand) => {
    const values = valuesOf(operand);
    return values.length > longest.length ? values : longest;
  }, []);
  if (list.length === 0)
    throw new ConfigError('split', 'needs a filter with in() at its top level, such as h.id.in(values)');
  const others = operands.filter((operand) => valuesOf(operand)[0] !== list[0]);
  const write = (values: readonly Comparison[]): string => {
    const part: Expression = values.length === 1 ? (values[0] as Comparison) : { kind: 'or', operands: values };
    return print(others.length === 0 ? part : { kind: 'and', operands: [part, ...others] });
  };
  const parts: Comparison[][] = [];
  for (const group of groups(list)) {
    const last = parts.at(-1);
    if (last !== undefined && fits(write([...last, ...group]), last.length + group.length)) last.push(...group);
    else parts.push([...group]);
  }
  return parts.map((values) => {
    const $filter = write(values);
    if (!fits($filter, values.length))
      throw new ConfigError(
        'filter',
        `must have at most ${maxLength} percent-encoded characters with one value of its in()`,
      );
    return { ...query, $filter };
  });
}

/** Reads the records of all parts into one list, in the order that was requested. The response is the last one. */
export async function listParts<Result extends { readonly value: unknown }>(
  query: Query,
  options: SplitOptions,
  read: (part: Query) => Promise<Result>,
): Promise<Result> {
  checkMerge(options);
  const { orderBy } = options;
  const parts: object[][] = [];
  let last: Result | undefined;
  for (const part of splitQuery(query, options)) {
    last = await read(part);
    parts.push(last.value as object[]);
  }
  const value = parts.flat();
  if (orderBy !== undefined) value.sort(compareBy(orderBy));
  return { ...(last as Result), value };
}

/** Reads the records of one part after the other while they arrive. */
export async function* streamParts<Batch>(
  query: Query,
  options: SplitOptions,
  read: (part: Query) => AsyncGenerator<Batch, void>,
): AsyncGenerator<Batch, void> {
  if (options.orderBy !== undefined)
    throw new ConfigError(
      'orderBy',
      'must not be set for a stream with split: use list, or order the records yourself',
    );
  for (const part of splitQuery(query, options)) yield* read(part);
}

/**
 * @throws {ConfigError} when the records could not be merged: the service would not return a property that they are
 * ordered by.
 */
function checkMerge({ select, orderBy }: SplitOptions): void {
  if (select === undefined || orderBy === undefined) return;
  for (const item of Array.isArray(orderBy) ? orderBy : [orderBy]) {
    const name: string = typeof item === 'string' ? (item.split(' ')[0] as string) : item.property;
    if (!select.includes(name))
      throw new ConfigError('select', `must include ${name}, because split orders the records of all parts by it`);
  }
}

/** The comparisons of an `in`; none if it is another condition. */
function valuesOf(condition: Expression): readonly Comparison[] {
  const list = condition.kind === 'or' ? condition.operands : [condition];
  const [first] = list;
  const isIn = list.every(
    (each) =>
      each.kind === 'comparison' &&
      each.operator === 'eq' &&
      each.left.kind === 'property' &&
      first?.kind === 'comparison' &&
      first.left.kind === 'property' &&
      each.left.name === first.left.name,
  );
  return isIn ? (list as readonly Comparison[]) : [];
}

/**
 * Values that a service may take for equal are in one part: otherwise a record could match two parts. So texts that
 * differ only in case, accents, width or spaces at the end stay together, and so do spellings of one number or instant.
 */
function groups(values: readonly Comparison[]): Iterable<readonly Comparison[]> {
  const byKey = new Map<string, Comparison[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = byKey.get(key);
    if (group === undefined) byKey.set(key, [value]);
    else group.push(value);
  }
  return byKey.values();
}

function keyOf({ right }: Comparison): string {
  const text = String(right.value);
  switch (right.type) {
    case 'string':
    case 'guid':
      return text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase().toLowerCase().trim();
    case 'integer':
    case 'decimal':
      return `${Number(text)}`;
    case 'date':
    case 'dateTimeOffset':
      return `instant ${Date.parse(text)}`;
    case 'boolean':
    case 'null':
      return text;
  }
}

function fits(text: string, values: number): boolean {
  return values <= maxValues && encodeURIComponent(text).length <= maxLength;
}
