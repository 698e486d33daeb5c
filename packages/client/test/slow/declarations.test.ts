import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const tsc = join(root, 'node_modules/typescript/bin/tsc');
/** The packages that a program for a browser imports, each after those that it imports. */
const packages = ['openapi', 'core', 'odata', 'auth', 'client'];
/** Entries for Node, whose programs have its types. */
const forNode = /(node|recorder|files|server|redis|opentelemetry)\b/;

let folder: string;
const paths: Record<string, readonly string[]> = { 'openapi-fetch': [join(root, 'node_modules/openapi-fetch')] };

beforeAll(() => {
  const modules = join(root, 'packages/client/node_modules');
  mkdirSync(modules, { recursive: true });
  folder = mkdtempSync(join(modules, '.declarations-'));
  for (const name of packages) {
    const { exports } = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')) as {
      readonly exports: Readonly<Record<string, { readonly '@syncline/source'?: string } | string>>;
    };
    const sources = Object.entries(exports).flatMap(([entry, target]) => {
      const source = typeof target === 'object' ? target['@syncline/source'] : undefined;
      if (source === undefined || !source.endsWith('.ts') || forNode.test(entry)) return [];
      paths[`@syncline/${name}${entry.slice(1)}`] = [`./${name}/${source.slice(2).replace(/ts$/, 'd.ts')}`];
      return [`packages/${name}/${source.slice(2)}`];
    });
    const options =
      '--ignoreConfig --module nodenext --target es2022 --lib es2023,esnext.disposable,dom,dom.iterable,dom.asynciterable --strict --exactOptionalPropertyTypes --erasableSyntaxOnly --skipLibCheck --declaration --emitDeclarationOnly --rewriteRelativeImportExtensions --customConditions @syncline/source --rootDir packages';
    const args = [...options.split(' '), '--types', '', '--outDir', folder, ...new Set(sources)];
    const { status, stdout } = spawnSync(process.execPath, [tsc, ...args], { cwd: root, encoding: 'utf8' });
    expect(stdout.slice(0, 2000)).toBe('');
    expect(status).toBe(0);
  }
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('the declarations compile with lib ES2022 and DOM, without the types of Node and without skipLibCheck', () => {
  const program = `
    import { basic, clientCredentials } from '@syncline/auth';
    import { createCloudClient, createODataClient, createV2Client } from '@syncline/client';
    const odata = createODataClient({ baseUrl: 'https://a', credential: basic({ username: 'a', password: 'b' }) });
    export const read = async (): Promise<string | undefined> => {
      for await (const { connectorid } of odata.history.stream()) return connectorid;
      return (await odata.jobs.get('a')).Source;
    };
    export { clientCredentials, createCloudClient, createV2Client };`;
  const compilerOptions = {
    module: 'preserve',
    moduleResolution: 'bundler',
    target: 'es2022',
    lib: ['es2022', 'dom'],
    types: [],
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    paths,
  };
  writeFileSync(join(folder, 'program.ts'), program);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' });
  expect(stdout.slice(0, 2000)).toBe('');
});
