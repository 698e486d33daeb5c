import { fields, operations } from '@syncline/openapi';
import { credentialTexts, methodText } from '../../src/try-it/call-text.ts';
import { argumentsOf, isMethodOperation, type Values } from '../../src/try-it/operation.ts';
import { resolve, type Body, type LocatedOperation, type OpenApiDocument } from './documents.ts';

/** The call that sends an operation, with the values of the document's own examples. */
export function signature(document: OpenApiDocument, located: LocatedOperation): string {
  const { operation: described } = located;
  const id = described.operationId;
  const operation = operations[id];
  if (!isMethodOperation(operation)) return credentialTexts[operation.call];
  const values = Object.values(argumentsIn(document, located));
  return methodText(id, values, optionsOf(document, described, operation.response.record));
}

/** The arguments of the call by name: the document's examples of the parameters and of the request body. */
export function argumentsIn(document: OpenApiDocument, { operation: described }: LocatedOperation): Values {
  const operation = operations[described.operationId];
  if (!isMethodOperation(operation)) return {};
  const parameters = (described.parameters ?? []).map((parameter) => resolve(document, parameter));
  const request = described.requestBody && exampleOf(resolve(document, described.requestBody));
  return Object.fromEntries(
    argumentsOf(operation).map((name) => {
      const value = parameters.find((parameter) => parameter.name === name)?.example ?? request?.[name];
      if (value === undefined)
        throw new Error(
          `${described.operationId}: ${name} has no example.\nFix it by adding one in openapi/${operation.interface}.yaml.`,
        );
      return [name, String(value)];
    }),
  );
}

/** Options with properties and values of the first record in the document's example of the answer. */
function optionsOf(
  document: OpenApiDocument,
  { operationId, responses }: LocatedOperation['operation'],
  record: keyof typeof fields | null,
): readonly string[] {
  const parameters: readonly string[] = operations[operationId].queryParameters;
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  const [example] = [(success && exampleOf(resolve(document, success))) ?? []].flat();
  if (record === null || example === undefined) return [];
  const types: Readonly<Record<string, { readonly edm: string | null }>> = fields[record];
  const names = Object.keys(example);
  const text = names.find((name) => types[name]?.edm === 'Edm.String');
  return [
    ...(parameters.includes('$filter') && text !== undefined
      ? [`filter: (record) => record.${text}.eq('${example[text]}')`]
      : []),
    ...(parameters.includes('$orderby') ? [`orderBy: '${names[0]} desc'`] : []),
  ];
}

function exampleOf({ content = {} }: Body): Readonly<Record<string, unknown>> | undefined {
  const [first] = Object.values(content).flatMap(({ examples = {} }) => Object.values(examples));
  return first?.value as Readonly<Record<string, unknown>> | undefined;
}
