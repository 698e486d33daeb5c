import type { Description } from './model.ts';
import { HEADER, typePrefix } from './print.ts';

/** The entry point of the generated package. */
export function printIndex(descriptions: readonly Description[], extension: string): string {
  const wire = descriptions.map(({ name }) => {
    const prefix = typePrefix(name);
    return `export type { paths as ${prefix}Paths, components as ${prefix}Components, operations as ${prefix}Operations } from './${name}.gen${extension}';\n`;
  });
  return `${HEADER}
${wire.join('')}export type * from './records.gen${extension}';
export type * from './properties.gen${extension}';
export * from './operations.gen${extension}';
export * from './security-schemes.gen${extension}';
export * from './decode.gen${extension}';
export * from './fields.gen${extension}';
export * from './tables.gen${extension}';
`;
}
