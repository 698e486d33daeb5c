export type {
  And,
  BooleanLiteral,
  Comparison,
  ComparisonOperator,
  DateLiteral,
  DateTimeOffsetLiteral,
  DecimalLiteral,
  Expression,
  FunctionCall,
  GuidLiteral,
  IntegerLiteral,
  Literal,
  Node,
  NodeHandlers,
  NodeKind,
  NodeTable,
  Not,
  NullLiteral,
  Or,
  Property,
  StringLiteral,
} from './nodes/nodes.ts';
export { comparisonOperators, handle } from './nodes/nodes.ts';
export { type FunctionName, functionNames } from './nodes/functions.ts';
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
export { filter, type FilterInput, toFilter } from './build/build-filter.ts';
export { allOf, anyOf } from './build/all-of.ts';
export { odata } from './build/odata-template.ts';
export { rawFilter } from './build/raw-filter.ts';
export { printFilter } from './print/print-filter.ts';
export { parseFilter } from './parse/parse-filter.ts';
export { parseLiteral } from './parse/parse-literal.ts';
export { defaultLimits, type Limits } from './nodes/limits.ts';
export type { Direction, OrderBy, OrderByItem } from './nodes/order-by.ts';
export { printOrderBy } from './print/print-order-by.ts';
export { parseOrderBy } from './parse/parse-order-by.ts';
export { printSelect, type Select, type Selected } from './print/print-select.ts';
export { parseSelect } from './parse/parse-select.ts';
export { createEvaluator, evaluate } from './evaluate/create-evaluator.ts';
export type { Evaluator } from './evaluate/evaluator.ts';
export { compareBy } from './evaluate/compare-by.ts';
export { keyPredicate } from './print/key-predicate.ts';
export { parseKeyPredicate } from './parse/parse-key-predicate.ts';
export { parseQueryOptions, type QueryOptions } from './parse/parse-query-options.ts';
export { ConfigError, isConfigError } from '@syncline/core/errors';
export {
  describeSyntaxError,
  isODataSyntaxError,
  ODataSyntaxError,
  type ODataSyntaxCode,
  type ODataSyntaxDetails,
} from './parse/odata-syntax-error.ts';
