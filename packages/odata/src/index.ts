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
  FunctionName,
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
export { comparisonOperators, functionNames, handle } from './nodes/nodes.ts';
export type { Value } from './nodes/literal-of.ts';
export { date, dateTimeOffset, decimal, guid } from './nodes/literals.ts';
export { type Filter, isFilter } from './build/filter.ts';
export type {
  AnyProperty,
  BooleanProperty,
  DateProperty,
  DateTimeProperty,
  EdmProperties,
  Equality,
  FilterProperties,
  GuidProperty,
  IntegerProperty,
  NumberProperty,
  Ordered,
  StringProperty,
  UntypedProperties,
} from './build/filter-properties.ts';
export { filter, type FilterInput, toFilter } from './build/build-filter.ts';
export { odata } from './build/template.ts';
export { rawFilter } from './build/raw-filter.ts';
export { printFilter } from './print/print-filter.ts';
export { parseFilter } from './parse/parse-filter.ts';
export { parseLiteral } from './parse-literal.ts';
export { defaultLimits, type Limits } from './parse/limits.ts';
export { type Direction, type OrderBy, type OrderByItem, parseOrderBy, printOrderBy } from './order-by.ts';
export { type Select, type Selected, parseSelect, printSelect } from './select.ts';
export { keyPredicate, parseKeyPredicate } from './key-predicate.ts';
export { parseQueryOptions, type QueryOptions } from './query-options.ts';
export { ConfigError, isConfigError } from './errors/config-error.ts';
export {
  isODataSyntaxError,
  ODataSyntaxError,
  type ODataSyntaxCode,
  type ODataSyntaxDetails,
} from './errors/odata-syntax-error.ts';
