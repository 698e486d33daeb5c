import { printSelect } from '@syncline/odata';
import { edmType } from './fields.ts';
import { fieldsOf, type NamedSchemas } from './decodable.ts';
import type { Names } from './names.ts';
import type { OperationEntry } from './operations.ts';
import { HEADER, printDoc, printKey, printString } from './print.ts';

const QUERY_OPTIONS = new Set(['$filter', '$select', '$orderby']);

/** The records whose properties the OData query options of an operation may name. */
export function queriedRecords(operations: readonly OperationEntry[]): readonly string[] {
  return [
    ...new Set(operations.flatMap((operation) => (isQueried(operation) ? (operation.response.record ?? []) : []))),
  ];
}

/** Whether an operation takes an OData query option that names properties. */
export function isQueried({ queryParameters }: OperationEntry): boolean {
  return queryParameters.some((name) => QUERY_OPTIONS.has(name));
}

/** Prints the properties that the OData query options of an operation may name, each with its EDM type. */
export function printProperties(named: NamedSchemas, operations: readonly OperationEntry[], names: Names): string {
  const parts = queriedRecords(operations).map((record) => {
    const lines = Object.entries(fieldsOf(named.get(record) ?? {}, named)).flatMap(([name, field]) => {
      const type = isNameable(name) ? edmType(field) : null;
      return type === null ? [] : [`  ${printKey(name)}: ${printString(type)};\n`];
    });
    return `${printDoc(`The properties of ${record} that a query option may name, each with its EDM type on the wire.`)}export interface ${names.properties(record)} {\n${lines.join('')}}\n`;
  });
  return `${HEADER}\n${parts.length > 0 ? parts.join('\n') : 'export {};\n'}`;
}

/** Whether a query option can name a property: OData has no way to write a name with a space, for example. */
function isNameable(name: string): boolean {
  try {
    return printSelect([name]) === name;
  } catch {
    return false;
  }
}
