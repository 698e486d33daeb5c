import { edmType } from './fields.ts';
import type { Schema } from './model.ts';
import type { OperationEntry } from './operations.ts';
import { HEADER, identifier, printDoc, printKey, printString } from './print.ts';

const QUERY_OPTIONS = new Set(['$filter', '$select', '$orderby']);

/** Prints the properties that the OData query options of an operation may name, each with its EDM type. */
export function printProperties(named: ReadonlyMap<string, Schema>, operations: readonly OperationEntry[]): string {
  const records = new Set(
    operations.flatMap(({ queryParameters, response }) =>
      response.record !== null && queryParameters.some((name) => QUERY_OPTIONS.has(name)) ? [response.record] : [],
    ),
  );
  const parts = [...records].map((record) => {
    const lines = Object.entries(named.get(record)?.properties ?? {}).flatMap(([name, field]) => {
      const type = edmType(field);
      return type === null ? [] : [`  ${printKey(name)}: ${printString(type)};\n`];
    });
    return `${printDoc(`The properties of ${record} that a query option may name, each with its EDM type on the wire.`)}export interface ${identifier(record)}Properties {\n${lines.join('')}}\n`;
  });
  return `${HEADER}\n${parts.length > 0 ? parts.join('\n') : 'export {};\n'}`;
}
