import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseFilter } from '@syncline/odata';
import { operations } from '@syncline/openapi';
import { describe, expect, it, onTestFinished } from 'vitest';
import { writtenPages } from '../../../docs/test/support/written-pages.ts';
import { createSandbox } from '../../src/index.ts';
import { get, headersFor } from '../support/sandbox.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const pages = [
  'README.md',
  ...['client', 'sandbox', 'auth', 'openapi'].map((name) => `packages/${name}/README.md`),
  ...writtenPages.map((page) => `packages/docs/${page}`),
  ...filesOf('packages/client/src', /\.ts$/),
  ...filesOf('packages/odata/src', /\.ts$/),
];

function filesOf(folder: string, name: RegExp): string[] {
  return (readdirSync(root + folder, { recursive: true, encoding: 'utf8' }) as string[])
    .filter((file) => name.test(file))
    .map((file) => `${folder}/${file}`);
}

/** For each match of a pattern, the first defined group and the page. */
function found(pattern: RegExp): [text: string, page: string][] {
  const seen = new Map<string, string>();
  for (const page of pages)
    for (const match of readFileSync(root + page, 'utf8').matchAll(pattern))
      seen.set(match.slice(1).find((group) => group !== undefined) as string, page);
  return [...seen];
}

/** A sandbox started as in the documentation. */
function defaultSandbox() {
  const sandbox = createSandbox();
  onTestFinished(() => sandbox.close());
  return sandbox;
}

describe('the examples of the documentation fit the default data', () => {
  it.each(
    found(/\bdetails(?:\.contains\(|,\s*)(?:'((?:[^'\\)]|'')+)'|"([^"]+)")\)/g),
  )('details that contain %s (%s)', async (text) => {
    const words = text.includes("''") ? text : text.replaceAll("'", "''");
    const { body } = await get(
      defaultSandbox(),
      'odata',
      `/history?$filter=${encodeURIComponent(`contains(details,'${words}')`)}`,
    );
    expect(body.value.length).toBeGreaterThan(0);
  });

  it.each(found(/\bjobs\.get\((?:'([^']+)'|"([^"]+)")/g))('the job %s (%s)', async (name) => {
    const path = `/jobs('${encodeURIComponent(name.replaceAll("'", "''"))}')`;
    expect((await get(defaultSandbox(), 'odata', path)).body.JobName).toBe(name);
  });

  it('finds the examples that it is about', () => {
    const words = found(/\bdetails(?:\.contains\(|,\s*)(?:'((?:[^'\\)]|'')+)'|"([^"]+)")\)/g).map(([text]) => text);
    expect(words).toEqual(expect.arrayContaining(['failed', 'Failed', "O'Neil"]));
    expect(found(/\bjobs\.get\((?:'([^']+)'|"([^"]+)")/g).length).toBeGreaterThan(3);
  });
});

describe('the filters of the README and the guide of @syncline/odata', () => {
  const texts = ['packages/odata/README.md', 'packages/docs/src/content/docs/guides/parsing-filters.md']
    .map((page) => readFileSync(root + page, 'utf8'))
    .join('\n');
  const code = [...texts.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, block]) => block).join('\n');
  const isFilter = (text: string): boolean => {
    try {
      parseFilter(text);
      return /\s|\(/.test(text);
    } catch {
      return false;
    }
  };
  const filters = [...code.matchAll(/"(?:[^"\\\n]|\\.)*"/g)]
    .map(([text]) => JSON.parse(text) as string)
    .filter(isFilter);

  it.each([...new Set(filters)])('find records of the history: %s', async (text) => {
    const { body } = await get(defaultSandbox(), 'odata', `/history?$filter=${encodeURIComponent(text)}`);
    expect(body.value.length).toBeGreaterThan(0);
  });

  it('are found', () => expect(new Set(filters).size).toBeGreaterThan(9));
});

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly example?: string;
}

describe('the examples of the documents are valid for their own operation', () => {
  const document = JSON.parse(readFileSync(`${root}packages/openapi/documents/odata.json`, 'utf8')) as {
    readonly paths: Record<
      string,
      { readonly get: { readonly parameters?: readonly (Parameter | { $ref: string })[] } }
    >;
    readonly components: { readonly parameters: Readonly<Record<string, Parameter>> };
  };
  const resolved = (parameter: Parameter | { $ref: string }): Parameter =>
    '$ref' in parameter ? document.components.parameters[parameter.$ref.split('/').at(-1)!]! : parameter;

  it.each(Object.values(operations).filter((operation) => operation.interface === 'odata'))('$id', async ({
    path: template,
  }) => {
    const sandbox = defaultSandbox();
    const parameters = (document.paths[template]!.get.parameters ?? []).map(resolved);
    const path = template.replace(/\{(\w+)\}/, (_, name) =>
      encodeURIComponent(parameters.find((one) => one.name === name)!.example!),
    );
    const queries = parameters.filter((one) => one.in === 'query');
    expect(queries.length).toBeGreaterThan(0);
    for (const { name, example } of queries) {
      const response = await sandbox.fetch(
        `${sandbox.urls.odata}${path}?${name}=${encodeURIComponent(example ?? '')}`,
        { headers: headersFor(sandbox, 'odata') },
      );
      const text = await response.text();
      expect(response.status, text).toBe(200);
      expect(text, `${name}=${example}`).not.toBe('{"value":[]}');
    }
  });

  it('name the header of the API key as a sandbox does', () => {
    const { headerName } = defaultSandbox().credentials.apiKey;
    expect(JSON.stringify(document)).toContain(`"name":"${headerName}"`);
  });
});
