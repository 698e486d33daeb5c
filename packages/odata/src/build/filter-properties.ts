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
  gt(value: Accepted): Filter;
  ge(value: Accepted): Filter;
  lt(value: Accepted): Filter;
  le(value: Accepted): Filter;
}
/** Comparisons for text; the functions compare characters as they are, in their case. */
export interface StringProperty extends Ordered<string> {
  startswith(text: string): Filter;
  endswith(text: string): Filter;
  contains(text: string): Filter;
}
export interface BooleanProperty extends Equality<boolean> {}
export interface IntegerProperty extends Ordered<number | bigint> {}
export interface NumberProperty extends Ordered<number | bigint | DecimalLiteral> {}
export interface DateProperty extends Ordered<DateLiteral> {}
export interface DateTimeProperty extends Ordered<Date | DateTimeOffsetLiteral | DateLiteral> {}
export interface GuidProperty extends Equality<GuidLiteral> {}
/** A property whose type is not known: all verbs, all values. */
export interface AnyProperty extends Ordered<Exclude<Value, null>>, Pick<StringProperty, 'startswith' | 'endswith' | 'contains'> {}

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
export type FilterProperties<Properties> = { readonly [Name in keyof Properties]: Properties[Name] extends keyof EdmProperties ? EdmProperties[Properties[Name]] : AnyProperty } & UntypedProperties;

/** The way to the properties of an open record that no type knows. */
export interface UntypedProperties {
  /** @throws {ConfigError} when `name` is no property name. */
  property(name: string): AnyProperty;
}
