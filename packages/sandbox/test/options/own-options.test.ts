import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { readCommand } from '../../src/command/read-command.ts';
import { createSandbox, isConfigError, readData, type SandboxOptions } from '../../src/index.ts';
import { createPortableSandbox, type SqlDatabase } from '../../src/portable.ts';

const messageOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (isConfigError(error)) return error.message;
    throw error;
  }
  return 'nothing is wrong';
};

describe('a misspelled option', () => {
  it.each<[object, string]>([
    [{ seeds: 1 }, 'seeds is not an option: did you mean seed?'],
    [{ Vendor: 'x' }, 'Vendor is not an option: did you mean vendor?'],
    [{ edgecases: true }, 'edgecases is not an option: did you mean edgeCases?'],
    [{ onRequests: () => undefined }, 'onRequests is not an option: did you mean onRequest?'],
    [{ 'a\nb': 1 }, '"a\\nb" is not an option: use data, '],
    [{ v2: { filterParam: 'f' } }, 'v2.filterParam is not an option: did you mean filterParameter?'],
    [{ v2: [] }, 'v2 must be an object'],
    [{ clock: { begin: '2026-03-01' } }, 'clock.begin is not an option: use start, running'],
    [{ clock: { runing: true } }, 'clock.runing is not an option: did you mean running?'],
    [{ scale: { job: 1 } }, 'scale.job is not an option: did you mean jobs?'],
    [{ behavior: { pagecap: 1 } }, 'behavior.pagecap is not an option: did you mean pageCap?'],
    [{ life: { outcome: {} } }, 'life.outcome is not an option: did you mean outcomes?'],
    [{ life: { outcomes: { sucess: 1 } } }, 'life.outcomes.sucess is not an option: did you mean success?'],
    [{ life: { jobs: { a: ['faild'] } } }, 'life.jobs["a"] must list outcomes, found "faild": did you mean failed?'],
    [{ schemes: { apiKeyHeadr: false } }, 'schemes.apiKeyHeadr is not an option: did you mean apiKeyHeader?'],
    [{ names: { runStart: 'x' } }, 'names.runStart is not an option: did you mean runstartdate?'],
    [{ rules: [{ statis: 500 }] }, 'rules[0].statis is not a setting of a fault: did you mean status?'],
    [{ data: { hystory: [] } }, 'hystory in the data is unknown: did you mean history?'],
    [
      { data: { jobs: [{ jobName: 'a' }] } },
      'jobs[0].JobName in the data is required and missing; the record has "jobName"',
    ],
  ])('is refused with the nearest name: %j', (options, message) => {
    expect(messageOf(() => createSandbox(options as SandboxOptions))).toContain(message);
  });

  it('is refused in a data file, on the command line and in listen()', async () => {
    expect(messageOf(() => readData('{"job":[]}'))).toBe('job in the data is unknown: did you mean jobs?');
    expect(messageOf(() => readCommand(['--sead', '7']))).toBe('--sead is not an option: did you mean --seed?');
    expect(messageOf(() => readCommand(['--behavior', 'page-kap=7']))).toBe('nothing is wrong');
    const sandbox = createSandbox();
    await expect(sandbox.listen({ prot: 4000 } as object)).rejects.toThrow('prot is not an option: did you mean port?');
    await sandbox.close();
  });

  it('of a portable sandbox is also an option that only a sandbox in Node has', () => {
    const database = new DatabaseSync(':memory:') as unknown as SqlDatabase;
    expect(messageOf(() => createPortableSandbox(database, { file: 'x' } as object))).toMatch(/^file is not an option/);
    database.close();
  });
});

it('sets no option through a polluted prototype', async () => {
  const prototype = Object.prototype as { tokenLifetime?: number; start?: string };
  try {
    prototype.tokenLifetime = -1;
    prototype.start = 'never';
    const sandbox = createSandbox({ clock: {} });
    expect(sandbox.clock.running).toBe(false);
    await sandbox.close();
  } finally {
    delete prototype.tokenLifetime;
    delete prototype.start;
  }
});
