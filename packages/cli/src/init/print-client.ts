import { addressVariable, type Layout, TEXTS } from './layout.ts';
import type { InterfaceName, Project, Services } from './project.ts';
import { printImport, printReference, quote } from './print-source.ts';

/** The text of the client file: a function for each interface, whose defaults come from the environment. */
export function printClient(project: Project, layout: Layout, services: Services): string {
  const names = [...services.keys()];
  const types = [...new Set(names.flatMap((name) => [`type ${TEXTS[name].options}`, `type ${TEXTS[name].type}`]))];
  const values = names.map((name) => TEXTS[name].factory);
  const isRequired = [...services.values()].includes(undefined);
  const parts = [
    printReference(project) +
      printImport(layout, ['fromEnvironment'], '@syncline/auth') +
      printImport(layout, layout.isTyped ? [...values, ...types] : values, '@syncline/client'),
    ...names.map((name) => printFunction(project, layout, name, services.get(name))),
    ...(isRequired ? [printRequired(layout)] : []),
    ...(layout.isModule ? [] : [`module.exports = { ${names.map((name) => TEXTS[name].name).join(', ')} };\n`]),
  ];
  return parts.join('\n');
}

function printFunction(
  { typescript }: Project,
  { isTyped, isModule }: Layout,
  name: InterfaceName,
  address: string | undefined,
): string {
  const { factory, type, options, name: own, has } = TEXTS[name];
  const variable = addressVariable(name);
  // With `noPropertyAccessFromIndexSignature`, TypeScript accepts no name after a dot here.
  const read = typescript === undefined ? `process.env.${variable}` : `process.env['${variable}']`;
  const baseUrl = address === undefined ? `required('${variable}')` : `${read} || ${quote(address)}`;
  const tags = isTyped
    ? ''
    : ` *
 * @param {Partial<import('@syncline/client').${options}>} [options]
 * @returns {import('@syncline/client').${type}}
`;
  return `/**
 * Creates a client of ${has}.
 * The address and the credential come from the environment, unless you pass them. See .env.example.
${tags} */
${isModule ? 'export ' : ''}function ${own}({
  baseUrl = ${baseUrl},
  credential = fromEnvironment('${name}'),
  ...options
}${isTyped ? `: Partial<${options}>` : ''} = {})${isTyped ? `: ${type}` : ''} {
  return ${factory}({ ...options, baseUrl, credential });
}
`;
}

function printRequired({ isTyped }: Layout): string {
  const signature = isTyped ? 'function required(name: string): string' : 'function required(name)';
  return `${isTyped ? '' : '/** @param {string} name */\n'}${signature} {
  const value = process.env[name];
  if (value) return value;
  throw new Error(\`\${name} is not set. Set it to the address of the service. See .env.example.\`);
}
`;
}
