import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const folder = fileURLToPath(new URL('.consumer/', import.meta.url));
const compiler = fileURLToPath(new URL('../../../../node_modules/typescript/bin/tsc', import.meta.url));

/**
 * A consumer's program with the given number of calls, on a record with sixty extra fields. Of twenty calls, ten have a
 * filter, five an order and five a narrowed result.
 */
function consumer(calls: number): string {
  const fields = Array.from({ length: 60 }, (_, at) => `F${at}`);
  const lines = Array.from({ length: calls }, (_, at) => {
    if (at % 4 < 2)
      return `export const f${at} = list({ filter: (h) => h.runstartdate.gt(new Date()).and(h.details.contains('x'), h.records.eq(${at}n), h.F${at}.eq('a').or(h.field('Status').ne(null))) });`;
    if (at % 4 === 2) return `export const o${at} = list({ orderBy: ['runstartdate desc', 'F${at}'] });`;
    return `export const s${at} = list({ select: ['runstartdate', 'F${at}', 'F${at + 1}'], filter: (h) => h.F${at}.eq('x') }).F${at};`;
  });
  return `import type { FilterInput, OrderBy } from '../../../src/index.ts';
interface Properties { runstartdate: 'Edm.DateTimeOffset'; details: 'Edm.String'; records: 'Edm.Int64'; ${fields.map((name) => `${name}: 'Edm.String';`).join(' ')} }
interface Row { runstartdate?: string; details?: string; records?: bigint; ${fields.map((name) => `${name}?: string;`).join(' ')} }
declare function list<const Name extends keyof Row = keyof Row>(options: { filter?: FilterInput<Properties>; orderBy?: readonly OrderBy<Properties>[]; select?: readonly Name[] }): Pick<Row, Name>;
${lines.join('\n')}
`;
}

function instantiations(): number {
  const { stdout, status } = spawnSync(process.execPath, [compiler, '-p', folder, '--extendedDiagnostics'], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stdout);
  return Number(/Instantiations:\s+(\d+)/.exec(stdout)?.[1]);
}

beforeAll(() => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}tsconfig.json`, JSON.stringify({ extends: '../../../tsconfig.json', include: ['*.ts'] }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('20 calls of a consumer, with filters and selects, cost the compiler at most 700 instantiations', {
  timeout: 120_000,
}, () => {
  // The compiler also checks the package itself, in both programs. A consumer's compiler reads only its declarations.
  const [without = 0, twenty = 0] = [0, 20].map((calls) => {
    writeFileSync(`${folder}consumer.ts`, consumer(calls));
    return instantiations();
  });
  console.log(`20 calls: ${twenty - without} instantiations`);
  expect(twenty).toBeGreaterThan(without);
  expect(twenty - without).toBeLessThanOrEqual(700);
});
