import { rawFilter } from '@syncline/odata';
import { type MethodOperation, type Values, argumentsOf, splitNames } from './operation.ts';

/** Calls the method that sends an operation: `odata.jobs.get` is `get` of `jobs` of the OData client. */
export async function makeCall(client: object, operation: MethodOperation, values: Values): Promise<unknown> {
  const value = (name: string) => (values[name] ?? '').trim();
  const options = {
    ...(value('filter') === '' ? {} : { filter: rawFilter(value('filter')) }),
    ...(value('orderBy') === '' ? {} : { orderBy: splitNames(value('orderBy')) }),
    ...(value('select') === '' ? {} : { select: splitNames(value('select')) }),
  };
  const [, ...path] = operation.call.split('.');
  const method = path.reduce<unknown>((member, name) => (member as Record<string, unknown>)[name], client);
  return (method as (...given: unknown[]) => unknown)(...argumentsOf(operation).map(value), options);
}
