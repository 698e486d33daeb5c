import type { ComparisonOperator } from '../nodes/nodes.ts';

/** What the parser keeps between operands; `(` waits for its `)`. */
export type Operator = ComparisonOperator | 'and' | 'or' | 'not' | '(';

/** How tightly an operator binds: OData 4.01, part 2, section 5.1.1.17. */
export const precedence: Readonly<Record<Exclude<Operator, '('>, number>> = { or: 1, and: 2, eq: 3, ne: 3, gt: 4, ge: 4, lt: 4, le: 4, not: 5 };
