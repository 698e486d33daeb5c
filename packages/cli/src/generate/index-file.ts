import type { Description } from './model.ts';
import { HEADER, pascalCase } from './print.ts';

/** The entry point of the generated package. */
export function printIndex(descriptions: readonly Description[]): string {
  const wire = descriptions.map(({ name }) => {
    const prefix = typePrefix(name);
    return `export type { paths as ${prefix}Paths, components as ${prefix}Components, operations as ${prefix}Operations } from './${name}.gen.ts';\n`;
  });
  return `${HEADER}
${wire.join('')}export type * from './records.gen.ts';
export type * from './properties.gen.ts';
export * from './operations.gen.ts';
export * from './carriers.gen.ts';
export * from './decode.gen.ts';
export * from './fields.gen.ts';
`;
}

function typePrefix(name: string): string {
  return name === 'odata' ? 'OData' : pascalCase(name);
}
