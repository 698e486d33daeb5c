export {
  type And,
  type BooleanLiteral,
  type Comparison,
  type ComparisonOperator,
  type DateLiteral,
  type DateTimeOffsetLiteral,
  type DecimalLiteral,
  type Expression,
  type FunctionCall,
  type FunctionName,
  type GuidLiteral,
  type IntegerLiteral,
  type Literal,
  type Node,
  type NodeHandlers,
  type NodeKind,
  type NodeTable,
  type Not,
  type NullLiteral,
  type Or,
  type Property,
  type StringLiteral,
  comparisonOperators,
  functionNames,
  handle,
} from './nodes/nodes.ts';
export * from './builder.ts';
export { odata, rawFilter } from './build/odata-template.ts';
export { parseFilter } from './parse/parse-filter.ts';
export { parseLiteral } from './parse/parse-operand.ts';
export type { Limits } from './nodes/limits.ts';
export { parseOrderBy, parseSelect } from './parse/parse-list.ts';
export { createEvaluator, evaluate } from './evaluate/create-evaluator.ts';
export type { Evaluator } from './evaluate/compile-comparison.ts';
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
