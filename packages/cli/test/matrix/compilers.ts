import { execFile } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { tryCell, type Cell } from './cell.ts';

const run = promisify(execFile);

/** The code of a consumer: what must compile, and what must not compile with strictNullChecks. */
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

/** Compiles the consumer project with every compiler, strictNullChecks setting and module resolution. */
export async function runCompilers(runtimes: string, consumer: string): Promise<readonly Cell[]> {
  const cells: Cell[] = [];
  for (const compiler of ['ts54', 'ts59', 'ts60', 'ts70']) {
    for (const strictNullChecks of [true, false]) {
      for (const resolution of ['bundler', 'nodenext']) {
        const version = `TypeScript ${compiler.slice(2).split('').join('.')}`;
        cells.push(
          await tryCell(`${version}, ${resolution}, strictNullChecks ${strictNullChecks ? 'on' : 'off'}`, async () => {
            const options = {
              strict: true,
              strictNullChecks,
              strictPropertyInitialization: strictNullChecks,
              noEmit: true,
              target: 'es2022',
              types: [],
              skipLibCheck: false,
              lib: ['es2022', 'dom', 'dom.iterable'],
              module: resolution === 'bundler' ? 'esnext' : 'nodenext',
              moduleResolution: resolution,
            };
            writeFileSync(join(consumer, 'use.ts'), USE(strictNullChecks));
            writeFileSync(
              join(consumer, 'tsconfig.json'),
              JSON.stringify({ compilerOptions: options, files: ['use.ts'] }),
            );
            const path =
              ['lib/tsc.js', 'bin/tsc']
                .map((file) => join(runtimes, compiler, file))
                .find((file) => existsSync(file)) ?? '';
            await run(process.execPath, [path, '-p', 'tsconfig.json'], { cwd: consumer });
            return undefined;
          }),
        );
      }
    }
  }
  return cells;
}
