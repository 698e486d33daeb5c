import { type Layout, TEXTS } from './layout.ts';
import { printImport, printReference } from './print-source.ts';
import type { InterfaceName, Project, Services } from './project.ts';

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
export function printTest(project: Project, layout: Layout, services: Services): string {
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
