import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { onEveryCore } from '../../../../scripts/on-every-core.ts';
import { tryCell, type Cell } from './cell.ts';

const run = promisify(execFile);

/** The code of a consumer: lines that must compile, and lines that must not compile with strictNullChecks. */
const USE = (strict: boolean): string => `import { basic } from '@syncline/auth';
import { createODataClient, createV2Client, isHttpError } from '@syncline/client';
import type { Job } from '@syncline/openapi';
const credential = basic({ username: 'a', password: 'b' });
const odata = createODataClient({ baseUrl: 'https://a.invalid', credential });
export async function read(): Promise<string> {
  const { JobName, Scheduled } = await odata.jobs.get('a', { select: ['JobName', 'Scheduled'] });
  const on: boolean | undefined = Scheduled;
  const whole: Job = await odata.jobs.get('a');
  const version: bigint | undefined = whole.RowVersion;
  const rows = await odata.history.list({ filter: (h) => h.runstartdate.gt(new Date()).and(h.details.contains('x')), orderBy: 'runstartdate desc' });
  for await (const row of odata.history.stream()) if (row.details) break;
  const [workspace] = await createV2Client({ baseUrl: 'https://a.invalid', credential }).workspaces.list();
  return \`\${JobName} \${on} \${version} \${rows.length} \${workspace?.name}\`;
}
export const status = (error: unknown) => (isHttpError(error) ? error.status : undefined);
// @ts-expect-error the field does not exist
export const wrong = odata.jobs.get('a', { select: ['NoSuchField'] });
${strict ? '// @ts-expect-error a field may be absent\nexport const version = async (): Promise<bigint> => (await odata.jobs.get("a")).RowVersion;' : ''}
`;

/**
 * The code of a library that is published with its declarations. The compiler writes the types of all exports, and must
 * find a name for each type in the two packages that the library lists.
 */
const LIBRARY = `import { basic } from '@syncline/auth';
import { createCloudClient, createODataClient, createV2Client } from '@syncline/client';
import { cloudQueries, odataQueries, v2Queries } from '@syncline/client/query';
import { odataTables } from './sync/index.js';
const options = { baseUrl: 'https://a.invalid', credential: basic({ username: 'a', password: 'b' }) };
export { basic };
export const { credential } = options;
export const odata = createODataClient(options);
export const own = createODataClient({ ...options, tables: odataTables });
export const v2 = createV2Client(options);
export const cloud = createCloudClient(options);
export const { raw, jobs, history, connectors, call } = odata;
export const { raw: ownRaw, history: ownHistory, call: ownCall } = own;
export const job = (name: string) => odata.jobs.get(name);
export const part = (name: string) => odata.jobs.get(name, { select: ['JobName', 'Scheduled'] });
export const runs = () => odata.history.list({ filter: (h) => h.details.contains('Failed') });
export const stream = () => odata.history.stream({ select: ['details'] });
export const connections = () => odata.connectors.list();
export const workspaces = () => v2.workspaces.list();
export const status = (id: string) => v2.jobs.status(id);
export const tasks = (id: string, task: string) => v2.transformations.taskHistory(id, task);
export const watch = (id: string) => v2.jobs.watchStatus(id, { every: 30_000 });
export const query = (text: string) => cloud.query(text);
export const called = (name: string) => odata.call('getJob', { path: { JobName: name } });
export const ownJob = (name: string) => own.jobs.get(name);
export const queries = { odata: odataQueries(odata), own: odataQueries(own), v2: v2Queries(v2), cloud: cloudQueries(cloud) };
export const failures = queries.own.history.list({ select: ['details'] });
export const rawJobs = () => own.raw.GET('/history');
`;

const COMPILERS = ['ts54', 'ts59', 'ts60', 'ts70'];
const RESOLUTIONS = ['bundler', 'nodenext'];
const useOf = (strict: boolean): string => (strict ? 'use-strict.ts' : 'use-loose.ts');
const titleOf = (compiler: string): string => `TypeScript ${compiler.slice(2).split('').join('.')}`;

function compilerOf(runtimes: string, compiler: string): string {
  const files = ['lib/tsc.js', 'bin/tsc'].map((file) => join(runtimes, compiler, file));
  return files.find((file) => existsSync(file)) ?? '';
}

/** Each compilation has a file of settings of its own, because as many run at once as there are cores. */
async function compile(path: string, folder: string, compilerOptions: object, ...files: string[]): Promise<void> {
  const settings = `tsconfig-${randomUUID()}.json`;
  writeFileSync(join(folder, settings), JSON.stringify({ compilerOptions, files }));
  await run(process.execPath, [path, '-p', settings], { cwd: folder });
}

/** Compiles the consumer project with every compiler, strictNullChecks setting and module resolution. */
export function runCompilers(runtimes: string, consumer: string): Promise<readonly Cell[]> {
  const combinations = COMPILERS.flatMap((compiler) =>
    [true, false].flatMap((strictNullChecks) =>
      RESOLUTIONS.map((resolution) => ({ compiler, strictNullChecks, resolution })),
    ),
  );
  for (const strict of [true, false]) writeFileSync(join(consumer, useOf(strict)), USE(strict));
  return onEveryCore(combinations, ({ compiler, strictNullChecks, resolution }) => {
    const settings = `strictNullChecks ${strictNullChecks ? 'and exactOptionalPropertyTypes on' : 'off'}`;
    return tryCell(`${titleOf(compiler)}, ${resolution}, ${settings}`, async () => {
      const options = {
        ...optionsOf(resolution),
        strictNullChecks,
        strictPropertyInitialization: strictNullChecks,
        exactOptionalPropertyTypes: strictNullChecks,
        noEmit: true,
      };
      await compile(compilerOf(runtimes, compiler), consumer, options, useOf(strictNullChecks));
      return undefined;
    });
  });
}

/**
 * Compiles a library with declarations in a project that pnpm installed, where only listed packages can be imported.
 */
export function runDeclarations(runtimes: string, library: string): Promise<readonly Cell[]> {
  writeFileSync(join(library, 'library.ts'), LIBRARY);
  const combinations = COMPILERS.flatMap((compiler) => RESOLUTIONS.map((resolution) => ({ compiler, resolution })));
  return onEveryCore(combinations, ({ compiler, resolution }) =>
    tryCell(`${titleOf(compiler)}, ${resolution}, pnpm, declarations`, async () => {
      const out = `out-${compiler}-${resolution}`;
      const options = {
        ...optionsOf(resolution),
        exactOptionalPropertyTypes: true,
        declaration: true,
        outDir: out,
      };
      await compile(compilerOf(runtimes, compiler), library, options, 'library.ts');
      const declarations = readFileSync(join(library, out, 'library.d.ts'), 'utf8');
      const hidden = declarations.match(/import\("(?!@syncline\/(?:client|client\/query|auth)"|\.\/)[^"]*"\)/)?.[0];
      if (hidden !== undefined) throw new Error(`the declarations name ${hidden}, which the library does not list`);
      return undefined;
    }),
  );
}

/**
 * Compiles what the tests of the tables compile, one program with all rows of the keyword table, against the packed
 * packages and with every compiler.
 */
export async function runTables(runtimes: string, consumer: string): Promise<readonly Cell[]> {
  const kept = join(consumer, 'tables');
  const vitest = fileURLToPath(new URL('../../../../node_modules/vitest/vitest.mjs', import.meta.url));
  await run(process.execPath, [vitest, 'run', 'test/tables'], {
    cwd: fileURLToPath(new URL('../../', import.meta.url)),
    env: { ...process.env, SUITE: '', KEEP_COMPILED: kept },
  });
  const files = readdirSync(kept).map((name) => `tables/${name}/use.ts`);
  return onEveryCore(COMPILERS, (compiler) =>
    tryCell(`${titleOf(compiler)}, the ${files.length} programs of the keyword table`, async () => {
      const options = {
        ...optionsOf('nodenext'),
        lib: ['es2023', 'dom', 'dom.iterable'],
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        allowImportingTsExtensions: true,
        noEmit: true,
      };
      await compile(compilerOf(runtimes, compiler), consumer, options, ...files);
      return undefined;
    }),
  );
}

function optionsOf(resolution: string): object {
  return {
    strict: true,
    target: 'es2022',
    types: [],
    skipLibCheck: false,
    lib: ['es2022', 'dom', 'dom.iterable'],
    module: resolution === 'bundler' ? 'esnext' : 'nodenext',
    moduleResolution: resolution,
  };
}
