import { printCarriers } from './carriers.ts';
import { printDecode } from './decode.ts';
import { printFields } from './fields.ts';
import { printIndex } from './index-file.ts';
import type { Description } from './model.ts';
import { collectOperations, printOperations } from './operations.ts';
import { printProperties } from './properties.ts';
import { printRecords } from './records.ts';
import { namedSchemas } from './schemas.ts';
import { printWireTypes } from './wire-types.ts';

/** File contents by path, relative to the package they make up. */
export type Files = ReadonlyMap<string, string>;

/**
 * Everything that is generated from a set of descriptions, in memory: a pure function of the documents.
 *
 * @throws {GenerateError} when the descriptions do not fit together.
 */
export function generateFiles(descriptions: readonly Description[]): Files {
  const named = namedSchemas(descriptions);
  const operations = collectOperations(descriptions);
  const files = new Map<string, string>();
  for (const { name, document } of descriptions) {
    files.set(`documents/${name}.json`, `${JSON.stringify(document, null, 2)}\n`);
    files.set(`src/${name}.gen.ts`, printWireTypes(document));
  }
  files.set('src/records.gen.ts', printRecords(named));
  files.set('src/properties.gen.ts', printProperties(named, operations));
  files.set('src/operations.gen.ts', printOperations(operations));
  files.set('src/carriers.gen.ts', printCarriers(descriptions));
  files.set('src/decode.gen.ts', printDecode(named, operations));
  files.set('src/fields.gen.ts', printFields(named));
  files.set('src/index.ts', printIndex(descriptions));
  return files;
}
