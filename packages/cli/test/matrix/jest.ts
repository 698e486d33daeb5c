import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Service } from '../support/service.ts';
import { tryCell, type Cell } from './cell.ts';

const run = promisify(execFile);

/**
 * Runs the smoke suite in Jest, which evaluates modules in a realm of its own: as ECMAScript modules, as CommonJS that
 * requires them, and as CommonJS that Babel makes of them.
 */
export async function runJest(runtimes: string, consumer: string, service: Service): Promise<readonly Cell[]> {
  const test = `test('smoke', async () => expect(await smoke(${JSON.stringify(service)})).toHaveLength(23), 60_000);\n`;
  writeFileSync(join(consumer, 'esm.test.mjs'), `import { smoke } from './smoke.mjs';\n${test}`);
  writeFileSync(join(consumer, 'cjs.test.cjs'), `const { smoke } = require('./smoke.mjs');\n${test}`);
  const plugins = ['modules-commonjs', 'dynamic-import'].map((name) =>
    join(runtimes, `@babel/plugin-transform-${name}`),
  );
  const byBabel = {
    transform: { '\\.m?js$': [join(runtimes, 'babel-jest'), { configFile: false, babelrc: false, plugins }] },
    transformIgnorePatterns: ['/node_modules/(?!@syncline/)'],
  };
  const modules = { NODE_OPTIONS: '--experimental-vm-modules' };
  const attempts: readonly (readonly [name: string, file: string, config: object, environment: object])[] = [
    ['Jest, ECMAScript modules', 'esm.test.mjs', { transform: {} }, modules],
    ['Jest, CommonJS with require() of ECMAScript modules', 'cjs.test.cjs', { transform: {} }, modules],
    ['Jest, CommonJS by Babel', 'cjs.test.cjs', byBabel, {}],
  ];
  const cells: Cell[] = [];
  for (const [name, file, config, environment] of attempts) {
    const settings = JSON.stringify({ ...config, testMatch: [`**/${file}`], cacheDirectory: join(consumer, '.jest') });
    const args = [join(runtimes, 'jest/bin/jest.js'), '--runInBand', '--watchman=false', '--config', settings];
    const options = { cwd: consumer, env: { ...process.env, ...environment }, timeout: 120_000 };
    cells.push(await tryCell(name, () => run(process.execPath, args, options).then(() => undefined)));
  }
  return cells;
}
