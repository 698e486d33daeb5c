import type { OperationId, operations } from '@syncline/openapi';

type AnyOperation = (typeof operations)[OperationId];

/** An operation that a method of a client sends, such as `odata.jobs.get`. */
export type MethodOperation = Extract<AnyOperation, { readonly call: `${string}.${string}` }>;

/** An operation that a credential of `@syncline/auth` sends, such as `clientCredentials`. */
export type CredentialOperation = Exclude<AnyOperation, MethodOperation>;

/** The arguments of a method before its options, with the names of the interface. */
export type Argument = MethodOperation['pathParameters' | 'requestFields'][number];

/** The values of a panel's inputs, by argument and option. */
export type Values = Readonly<Record<string, string>>;

type QueryParameter = AnyOperation['queryParameters'][number];

/** The name of the option that sets each query parameter. A new query parameter does not compile until it is here. */
export const optionNames = {
  $filter: 'filter',
  $orderby: 'orderBy',
  $select: 'select',
} as const satisfies Readonly<Record<QueryParameter, string>>;

export function isMethodOperation(operation: AnyOperation): operation is MethodOperation {
  return operation.call.includes('.');
}

/**
 * The arguments of a method in order: the path parameters, then the fields of the request body. The options come last.
 */
export function argumentsOf({ pathParameters, requestFields }: MethodOperation): readonly Argument[] {
  return [...pathParameters, ...requestFields];
}

/** The parts of a comma-delimited list, without the spaces around them. */
export function splitNames(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
