// Builds and prints query options. `@syncline/client` imports this entry, because it loads in half the time of the whole
// package: the parser and the evaluator are not in it.
export type { Value } from './build/literal-of.ts';
export { date, dateTimeOffset, decimal, guid } from './build/literals.ts';
export { type Filter, isFilter } from './build/filter.ts';
export type {
  AnyProperty,
  BooleanProperty,
  DateProperty,
  DateTimeProperty,
  EdmProperties,
  Equality,
  FilterProperties,
  FunctionMethods,
  GuidProperty,
  IntegerProperty,
  NumberProperty,
  Ordered,
  StringProperty,
  UntypedProperties,
} from './build/filter-properties.ts';
export { type FilterInput, allOf, anyOf, filter, toFilter } from './build/build-filter.ts';
export { printFilter } from './print/print-filter.ts';
export type { Direction, OrderBy, OrderByItem } from './nodes/nodes.ts';
export { printOrderBy } from './print/print-order-by.ts';
export { printSelect, type Select, type Selected } from './print/print-select.ts';
export { keyPredicate } from './print/key-predicate.ts';
