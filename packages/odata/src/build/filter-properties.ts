import type { DateLiteral, DateTimeOffsetLiteral, DecimalLiteral, GuidLiteral, functions } from '../nodes/nodes.ts';
import type { Filter } from './filter.ts';
import type { Value } from './literal-of.ts';

/** Comparisons for equality. Compare with `null` to find out whether the property has a value. */
export interface Equality<Accepted> {
  /** Equal to the value; `eq(null)`: the property has no value. */
  eq(value: Accepted | null): Filter;
  /** Not equal to the value; `ne(null)`: the property has a value. */
  ne(value: Accepted | null): Filter;
  /**
   * Equal to one of the values. It is printed as comparisons with `or`, because section 4.1 has no `in` operator. A
   * repeated value is printed once. An empty list matches no record, and a client then sends no request.
   */
  in(values: readonly (Accepted | null)[]): Filter;
}
/** Comparisons for equality and order. */
export interface Ordered<Accepted> extends Equality<Accepted> {
  /** Greater than the value, or later. */
  gt(value: Accepted): Filter;
  /** Greater than or equal to the value. */
  ge(value: Accepted): Filter;
  /** Less than the value, or earlier. */
  lt(value: Accepted): Filter;
  /** Less than or equal to the value. */
  le(value: Accepted): Filter;
}
/** One method per function of section 4.1. Whether they are case-sensitive depends on the service. */
export type FunctionMethods = { readonly [Name in keyof typeof functions]: (text: string) => Filter };
/** A string. */
export interface StringProperty extends Ordered<string>, FunctionMethods {}
/** A boolean: equal or not. */
export interface BooleanProperty extends Equality<boolean> {}
/** A whole number. A `bigint` keeps every digit. */
export interface IntegerProperty extends Ordered<number | bigint> {}
/** A number. `decimal('…')` can have more digits than a `number` keeps. */
export interface NumberProperty extends Ordered<number | bigint | DecimalLiteral> {}
/** A day: `date('yyyy-MM-dd')`. */
export interface DateProperty extends Ordered<DateLiteral> {}
/** An instant: a `Date`, or `dateTimeOffset('…')`. A plain string is refused, because it would be sent in quotes. */
export interface DateTimeProperty extends Ordered<Date | DateTimeOffsetLiteral | DateLiteral> {}
/** A GUID: `guid('…')`. */
export interface GuidProperty extends Equality<GuidLiteral> {}
/** A property of unknown type: all methods, all values. */
export interface AnyProperty extends Ordered<Exclude<Value, null>>, FunctionMethods {}

/** The methods of a property, by its EDM type. */
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
 * The properties of a record for building a filter. `Properties` defines the EDM type of each, like
 * `HistoryRecordProperties` of `@syncline/openapi`. Use `field(name)` for a property that the type does not list, and for
 * one whose name is `field`.
 */
export type FilterProperties<Properties> = {
  readonly [Name in keyof Properties]: Name extends keyof UntypedProperties
    ? unknown
    : Properties[Name] extends keyof EdmProperties
      ? EdmProperties[Properties[Name]]
      : AnyProperty;
} & UntypedProperties;

/** Access to the properties of an open record that its type does not list. */
export interface UntypedProperties {
  /**
   * A property that the type does not list, with all methods and all values.
   *
   * @throws {ConfigError} when `name` is not a property name.
   */
  field(name: string): AnyProperty;
  /** The same with the methods of an EDM type: `h.field<'Edm.Int64'>('rows').gt(5)`. */
  field<Type extends keyof EdmProperties>(name: string): EdmProperties[Type];
}
