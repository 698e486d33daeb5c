import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commands } from '../../packages/cli/src/commands/index.gen.ts';
import { flagOf, optionsOf } from '../../packages/cli/src/command/define-command.ts';
import { ROOT } from '../ship/packages.ts';

/** What people type and assistants call: the surface of a package beside its exports, as types. */
export interface ProgramSurface {
  readonly title: string;
  readonly codes: readonly string[];
}

/** @param name - of a package, without the scope; undefined for one that has no programs of this kind */
export function programSurface(name: string): ProgramSurface | undefined {
  if (name === 'cli') return { title: 'Commands of syncline', codes: commands.map(commandCode) };
  return name === 'mcp' ? { title: 'Tools', codes: toolCodes() } : undefined;
}

function commandCode(entry: (typeof commands)[number]): string {
  const given = Object.entries(entry.arguments ?? {}).map(([name, { isOptional, isVariadic, choices }]) => ({
    name,
    isRequired: isOptional !== true,
    type: `${typeOf(choices)}${isVariadic === true ? '[]' : ''}`,
  }));
  const options = Object.entries(optionsOf(entry)).map(([name, option]) => ({
    name: `${option.isNegated === true ? '--no-' : '--'}${flagOf(name).slice(2)}`,
    isRequired: option.isRequired === true,
    type: option.value === undefined ? 'true' : typeOf(option.choices),
  }));
  const lines = [...given, ...options].map(
    ({ name, isRequired, type }) => `${JSON.stringify(name)}${isRequired ? '' : '?'}: ${type};`,
  );
  return `interface syncline_${entry.name.replaceAll(/\W/g, '_')} { ${lines.join(' ')} }`;
}

function typeOf(choices: readonly string[] | undefined): string {
  return choices === undefined ? 'string' : `(${choices.map((choice) => JSON.stringify(choice)).join(' | ')})`;
}

/** JSON is a valid type. */
function toolCodes(): readonly string[] {
  const tools = JSON.parse(readFileSync(join(ROOT, 'packages/mcp/tool-surface.json'), 'utf8')) as readonly {
    readonly name: string;
    readonly inputSchema: object;
    readonly outputSchema: object;
  }[];
  return tools.map(
    ({ name, inputSchema, outputSchema }) => `type ${name} = ${JSON.stringify({ inputSchema, outputSchema })};`,
  );
}
