import type { OperationId, operations } from '@syncline/openapi';

/**
 * A value for each path parameter of the documents. A new path parameter does not compile until the sandbox has an
 * example of it.
 *
 * @example
 * const { JobName, job_id }: ExampleParameters = sandbox.examples;
 */
export type ExampleParameters = Readonly<Record<(typeof operations)[OperationId]['pathParameters'][number], string>>;
