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
export * from './builder.ts';
export { odata } from './build/odata-template.ts';
export { rawFilter } from './build/raw-filter.ts';
export { parseFilter } from './parse/parse-filter.ts';
export { parseLiteral } from './parse/parse-literal.ts';
export type { Limits } from './nodes/limits.ts';
export { parseOrderBy } from './parse/parse-order-by.ts';
export { parseSelect } from './parse/parse-select.ts';
export { createEvaluator, evaluate } from './evaluate/create-evaluator.ts';
export type { Evaluator } from './evaluate/evaluator.ts';
export { compareBy } from './evaluate/compare-by.ts';
export { parseKeyPredicate } from './parse/parse-key-predicate.ts';
export { parseQueryOptions, type QueryOptions } from './parse/parse-query-options.ts';
export { ConfigError, isConfigError } from '@syncline/core/errors';
export {
  isODataSyntaxError,
  ODataSyntaxError,
  type ODataSyntaxCode,
  type ODataSyntaxDetails,
} from './parse/odata-syntax-error.ts';
