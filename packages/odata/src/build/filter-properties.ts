import type { DateLiteral, DateTimeOffsetLiteral, DecimalLiteral, GuidLiteral } from '../nodes/nodes.ts';
import type { Value } from '../nodes/literal-of.ts';
import type { Filter } from './filter.ts';

/** Comparisons for equality; `null` asks whether the property has a value. */
export interface Equality<Accepted> {
  /** Equal to the value; `eq(null)`: has none. */
  eq(value: Accepted | null): Filter;
  /** Not equal to the value; `ne(null)`: has one. */
  ne(value: Accepted | null): Filter;
}
/** Comparisons for order. */
export interface Ordered<Accepted> extends Equality<Accepted> {
  /** Greater than, or later. */
  gt(value: Accepted): Filter;
  /** Greater or equal. */
  ge(value: Accepted): Filter;
  /** Less than, or earlier. */
  lt(value: Accepted): Filter;
  /** Less or equal. */
  le(value: Accepted): Filter;
}
/** Comparisons for text; whether the functions tell upper from lower case is the service's business. */
export interface StringProperty extends Ordered<string> {
  /** Begins with the text. */
  startswith(text: string): Filter;
  /** Ends with the text. */
  endswith(text: string): Filter;
  /** Has the text in it. */
  contains(text: string): Filter;
}
/** A switch: equal or not. */
export interface BooleanProperty extends Equality<boolean> {}
/** A whole number; a `bigint` keeps every digit. */
export interface IntegerProperty extends Ordered<number | bigint> {}
/** A number; `decimal('…')` has more digits than a `number` keeps. */
export interface NumberProperty extends Ordered<number | bigint | DecimalLiteral> {}
/** A day: `date('yyyy-MM-dd')`. */
export interface DateProperty extends Ordered<DateLiteral> {}
/** An instant: a `Date`, or text by `dateTimeOffset('…')`; text alone would be written in quotes. */
export interface DateTimeProperty extends Ordered<Date | DateTimeOffsetLiteral | DateLiteral> {}
/** A GUID: `guid('…')`. */
export interface GuidProperty extends Equality<GuidLiteral> {}
/** A property whose type is not known: all verbs, all values. */
export interface AnyProperty
  extends Ordered<Exclude<Value, null>>,
    Pick<StringProperty, 'startswith' | 'endswith' | 'contains'> {}

/** The verbs that a property has, by its EDM type. */
export interface EdmProperties {
  'Edm.String': StringProperty;
  'Edm.Boolean': BooleanProperty;
  'Edm.Byte': IntegerProperty;
  'Edm.SByte': IntegerProperty;
  'Edm.Int16': IntegerProperty;
  'Edm.Int32': IntegerProperty;
  'Edm.Int64': IntegerProperty;
  'Edm.Decimal': NumberProperty;
  'Edm.Double': NumberProperty;
  'Edm.Single': NumberProperty;
  'Edm.Date': DateProperty;
  'Edm.DateTimeOffset': DateTimeProperty;
  'Edm.Guid': GuidProperty;
}

/**
 * The properties of a record, as a filter speaks of them; `property` names one that the record's type does not know.
 * `Properties` gives each its EDM type, as `HistoryRecordProperties` of `@syncline/openapi` does.
 */
export type FilterProperties<Properties> = {
  readonly [Name in keyof Properties]: Properties[Name] extends keyof EdmProperties
    ? EdmProperties[Properties[Name]]
    : AnyProperty;
} & UntypedProperties;

/** The way to the properties of an open record that no type knows. */
export interface UntypedProperties {
  /** @throws {ConfigError} when `name` is no property name. */
  property(name: string): AnyProperty;
}
