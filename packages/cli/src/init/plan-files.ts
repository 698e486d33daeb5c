import { ConfigError } from '@syncline/core/internal';
import { createFile, makeFolder, sharedMode } from '@syncline/core/files';
import { lstatSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { environmentVariables } from '@syncline/auth';
import { type Layout, addressVariable, TEXTS } from './layout.ts';
import type { NewFile, Project, Services, InterfaceName } from './project.ts';

/** The files that `syncline init` writes for a project. */
export function planFiles(project: Project, layout: Layout, services: Services): readonly NewFile[] {
  return [
    { path: layout.client, text: printClient(project, layout, services) },
    { path: layout.test, text: printTest(project, layout, services) },
    { path: '.env.example', text: printEnvironment(services) },
  ];
}

/** The paths that already exist, including folders and broken links. */
export function takenPaths({ folder }: Project, files: readonly NewFile[]): readonly string[] {
  return files.map(({ path }) => path).filter((path) => isTaken(join(folder, path)));
}

function isTaken(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // A parent of the file is not a folder. Writing the file will report what is wrong.
    return false;
  }
}

/**
 * Writes the files and the folders that they need: all or none.
 *
 * @throws {ConfigError} when one of them has been created in the meantime, or cannot be written
 */
export function writeNewFiles({ folder }: Project, files: readonly NewFile[]): void {
  const written: string[] = [];
  for (const { path, text } of files) {
    const file = join(folder, path);
    try {
      makeFolder(dirname(file));
      createFile(file, text, { mode: sharedMode });
      written.push(file);
    } catch (error) {
      for (const each of written) rmSync(each);
      const { code } = error as NodeJS.ErrnoException;
      if (code === undefined) throw error;
      throw new ConfigError(path, `cannot be written (${code}). Check the folder and its permissions`);
    }
  }
}

/** The text of the client file: a function for each interface, whose defaults come from the environment. */
function printClient(project: Project, layout: Layout, services: Services): string {
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
  const { factory, type, options, name: optionsName, has } = TEXTS[name];
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
${isModule ? 'export ' : ''}function ${optionsName}({
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

/** The data of the sandbox, the credential it accepts, and a call with its result. */
const CALLS: Readonly<
  Record<InterfaceName, Readonly<Record<'data' | 'credential' | 'title' | 'call' | 'actual' | 'expected', string>>>
> = {
  odata: {
    data: "jobs: [{ JobName: 'Nightly', Scheduled: 'true' }]",
    credential: 'basic(sandbox.credentials.basic)',
    title: 'reads a job',
    call: "const job = await client.jobs.get('Nightly');",
    actual: 'job.Scheduled',
    expected: 'true',
  },
  v2: {
    data: "jobStatus: { 42: [{ status: 'SUCCESS' }] }",
    credential: 'basic(sandbox.credentials.basic)',
    title: 'reads the status of a job',
    call: "const [latest] = await client.jobs.status('42');",
    actual: 'latest?.status',
    expected: "'SUCCESS'",
  },
  cloud: {
    data: "jobs: [{ JobName: 'Nightly', Scheduled: 'true' }]",
    credential: 'personalAccessToken(sandbox.credentials.personalAccessToken)',
    title: 'sends a query',
    call: "const rows = await client.query('SELECT JobName FROM jobs');",
    actual: 'rows',
    expected: "[{ JobName: 'Nightly' }]",
  },
};

/** The text of the test. It runs the client file against a sandbox in the same process. */
function printTest(project: Project, layout: Layout, services: Services): string {
  const names = [...services.keys()];
  const isNode = project.testRunner === 'node:test';
  const credentials = [...new Set(names.map((name) => CALLS[name].credential.replace(/\(.*/, '')))];
  const runner = printRunner(project, layout);
  const imports = [
    isNode ? runner : '',
    printImport(layout, credentials, '@syncline/auth'),
    printImport(layout, ['createSandbox'], '@syncline/sandbox'),
    isNode ? '' : runner,
    printImport(
      layout,
      names.map((name) => TEXTS[name].name),
      layout.clientSpecifier,
    ),
  ];
  return `${printReference(project)}${imports.join('')}
// A small copy of the service in this process. It needs no network and has the same data in every run.
const sandbox = createSandbox({${printData(names)}});
${isNode ? 'after' : 'afterAll'}(() => sandbox.close());

${names.map((name) => printCase(isNode, name)).join('\n')}`;
}

/** The data of all calls. Two calls may use the same. */
function printData(names: readonly InterfaceName[]): string {
  const data = [...new Set(names.map((name) => CALLS[name].data))];
  if (data.length === 1) return ` data: { ${data.join('')} } `;
  return `\n  data: {\n${data.map((part) => `    ${part},\n`).join('')}  },\n`;
}

function printCase(isNode: boolean, name: InterfaceName): string {
  const { credential, title, call, actual, expected } = CALLS[name];
  return `test('${title}', async () => {
  const client = ${TEXTS[name].name}({
    baseUrl: sandbox.urls.${name},
    credential: ${credential},
    fetch: sandbox.fetch,
  });
  ${call}
  ${isNode ? `assert.deepEqual(${actual}, ${expected})` : `expect(${actual}).toEqual(${expected})`};
});
`;
}

function printRunner({ testRunner, typescript, dependencies }: Project, layout: Layout): string {
  switch (testRunner) {
    case 'vitest':
      return printImport(layout, ['afterAll', 'expect', 'test'], 'vitest');
    case 'jest':
      // In JavaScript that is not checked, Jest's globals need no types.
      return typescript === undefined || dependencies.has('@types/jest')
        ? ''
        : printImport(layout, ['afterAll', 'expect', 'test'], '@jest/globals');
    case 'node:test':
      return (
        (layout.isModule
          ? "import assert from 'node:assert/strict';\n"
          : "const assert = require('node:assert/strict');\n") + printImport(layout, ['after', 'test'], 'node:test')
      );
  }
}

const EXAMPLES: Readonly<Record<InterfaceName, string>> = {
  odata: 'https://sync.example.com/api.rsc',
  v2: 'https://sync.example.com',
  cloud: 'https://cloud.example.com',
};

/** The variables of user name and password, which OData and v2 share, and the other sets of an interface. */
const USER = environmentVariables('odata')[0] ?? [];
const setsOf = (name: InterfaceName): readonly (readonly string[])[] =>
  environmentVariables(name).filter((set) => set.join() !== USER.join());

/** The text of `.env.example`: the variables for the addresses and for every kind of credential, without secrets. */
function printEnvironment(services: Services): string {
  const names = [...services.keys()];
  const onServer = names.filter((name) => name !== 'cloud');
  return [
    '# Copy this file to .env and keep .env out of git. Fill in exactly one credential for each interface.',
    '',
    ...names.map((name) => `${addressVariable(name)}=${services.get(name) ?? EXAMPLES[name]}`),
    ...(onServer.length === 0 ? [] : ['', `# Credential for ${onServer.join(' and ')}:`, ...USER.map(empty)]),
    ...names.flatMap((name) =>
      setsOf(name).flatMap((set, index) => {
        const isFirst = name === 'cloud' && index === 0;
        const title = isFirst ? `# Credential for ${name}:` : `# Or, for ${name}:`;
        return ['', title, ...set.map((variable) => (isFirst ? '' : '# ') + empty(variable))];
      }),
    ),
    '',
  ].join('\n');
}

function empty(variable: string): string {
  return `${variable}=`;
}

/** An import in the module syntax of the project, wrapped if it is long. */
function printImport({ isModule }: Layout, names: readonly string[], from: string): string {
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
function printReference({ typescript }: Project): string {
  return typescript?.needsNodeReference === true ? '/// <reference types="node" />\n' : '';
}

/** A string literal. */
function quote(text: string): string {
  return `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
}
