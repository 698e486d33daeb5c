import type { Layout } from './layout.ts';
import type { Project } from './project.ts';

/** An import in the module syntax of the project, wrapped if it is long. */
export function printImport({ isModule }: Layout, names: readonly string[], from: string): string {
  const sorted = names.toSorted((a, b) => bare(a).localeCompare(bare(b)));
  const print = (list: string): string =>
    isModule ? `import ${list} from '${from}';\n` : `const ${list} = require('${from}');\n`;
  const line = print(`{ ${sorted.join(', ')} }`);
  return line.length <= 100 ? line : print(`{\n${sorted.map((name) => `  ${name},\n`).join('')}}`);
}

function bare(name: string): string {
  return name.replace(/^type /, '').toLowerCase();
}

/** The reference to the Node types, for a project that does not load them in every file. */
export function printReference({ typescript }: Project): string {
  return typescript?.needsNodeReference === true ? '/// <reference types="node" />\n' : '';
}

/** A string literal. */
export function quote(text: string): string {
  return `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
}
