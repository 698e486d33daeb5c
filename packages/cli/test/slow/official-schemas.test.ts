import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Installation, install, services } from '../command/support/services.ts';
import { junitErrors, noJUnitSchema } from '../support/junit-schema.ts';
import { runCommand } from '../support/run-command.ts';

/** These tests check the output of the commands against third-party schemas. */
const require = createRequire(import.meta.url);
const readSchema = (specifier: string) =>
  JSON.parse(readFileSync(require.resolve(specifier), 'utf8')) as Record<string, unknown>;
const createAjv = (): Ajv => {
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
  (addFormats as unknown as (instance: Ajv) => void)(ajv);
  return ajv;
};

let installation: Installation;
let jobs = '';
beforeAll(async () => {
  installation = await install(services.healthy);
  jobs = join(installation.folder, 'jobs');
  vi.stubEnv('SYNC_PASSWORD', installation.secret);
  await operate('snapshot', jobs);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await installation.close();
});

async function operate(...args: readonly string[]): Promise<string> {
  const { out } = await runCommand(...args, '--config', installation.file);
  return out;
}

describe('SARIF 2.1.0', () => {
  // The schema names draft 4. Its keywords have the same meaning in draft 7.
  const { $schema: _, id: _id, ...schema } = readSchema('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json');
  const validate = createAjv().compile(schema);
  const errorsOf = (log: unknown) => {
    validate(log);
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };

  test('of lint is valid, and a wrong version is not', async () => {
    const log = JSON.parse(await operate('lint', '--output', 'sarif', '--snapshot', jobs)) as {
      readonly runs: readonly { readonly results: readonly object[] }[];
    };
    expect(log.runs[0]?.results.length).toBeGreaterThan(0);
    expect(errorsOf(log)).toEqual([]);
    expect(errorsOf({ ...log, version: '1.0.0' })).not.toEqual([]);
  });
});

// Without the schema, these tests could only check that the report is XML, which another test already does.
if (noJUnitSchema !== undefined) console.log(`skipped: JUnit, since ${noJUnitSchema}`);
describe.skipIf(noJUnitSchema !== undefined)('JUnit', () => {
  test.each([
    ['freshness', '<testcase '],
    ['freshness --fail-on warn', '<failure '],
    ['freshness --job None', '<testsuite '],
    ['lint', '<skipped '],
  ])('of %s is valid', async (command, part) => {
    const report = await operate(...command.split(' '), '--output', 'junit');
    expect(report).toContain(part);
    expect(await junitErrors(report)).toEqual([]);
  });
  test('with an error of a job that was not read is valid, and a report without counts is not', async () => {
    const remove = installation.sandbox.faults.add({ operation: 'getJob', status: 500 });
    const report = await operate('lint', '--output', 'junit');
    remove();
    expect(report).toContain('<error ');
    expect(await junitErrors(report)).toEqual([]);
    expect(await junitErrors(report.replaceAll(' tests="', ' count="'))).not.toEqual([]);
  });
});

describe('the schema of syncline.yaml', () => {
  const schema = readSchema('@syncline/ops/syncline.schema.json');
  test('is valid according to the meta-schema of draft 7', () => {
    const ajv = createAjv();
    expect(schema['$schema']).toBe('http://json-schema.org/draft-07/schema#');
    expect(ajv.validate('http://json-schema.org/draft-07/schema#', schema), ajv.errorsText()).toBe(true);
    expect(ajv.validate('http://json-schema.org/draft-07/schema#', { ...schema, type: 'map' })).toBe(false);
  });
  test('has only keywords of the draft, and those that begin with x-', () => {
    const ajv = new Ajv({ strict: true, strictTypes: false });
    for (const name of ['x-rule', 'x-names']) ajv.addKeyword(name);
    expect(() => ajv.compile(schema)).not.toThrow();
  });
  test('accepts and refuses the same files as the commands', async () => {
    const { parse } = await import('yaml');
    const validate = createAjv().compile(schema);
    const text = readFileSync(installation.file, 'utf8');
    const broken = join(installation.folder, 'broken.yaml');
    for (const [each, expected] of [
      [text, true],
      [text.replace('warnAfter: 2h', 'warnAfter: soon'), false],
      [text.replace('outcomes:', 'outcome:'), false],
    ] as const) {
      writeFileSync(broken, each);
      const { status } = await runCommand('config', 'check', '--config', broken);
      expect([validate(parse(each)), status === 0]).toEqual([expected, expected]);
    }
  });
});
