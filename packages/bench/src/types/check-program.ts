import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { consumerPaths, tsc } from './declarations.ts';

/** The compiler's report about one program. */
export interface ProgramCost {
  readonly instantiations: number;
  readonly types: number;
  readonly checkMs: number;
}

/**
 * Type-checks a consumer's file in a folder with declarations from {@link writeDeclarations}.
 *
 * @throws {Error} when it does not compile
 */
export function checkProgram(folder: string, name: string, text: string): ProgramCost {
  const compilerOptions = {
    module: 'preserve',
    moduleResolution: 'bundler',
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
    types: [],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    paths: consumerPaths,
  };
  const config = join(folder, `${name}.tsconfig.json`);
  writeFileSync(join(folder, `${name}.ts`), text);
  writeFileSync(config, JSON.stringify({ compilerOptions, files: [`${name}.ts`] }));
  const { stdout, status } = spawnSync(
    process.execPath,
    [tsc, '-p', config, '--extendedDiagnostics', '--singleThreaded'],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`The program "${name}" does not compile:\n${stdout.slice(0, 2000)}`);
  const number = (label: string): number =>
    Number(new RegExp(`^${label}:\\s+([\\d.]+)`, 'm').exec(stdout)?.[1] ?? Number.NaN);
  return { instantiations: number('Instantiations'), types: number('Types'), checkMs: number('Check time') * 1000 };
}
