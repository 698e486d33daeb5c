import { expect, test } from 'vitest';
import { mostBytes, mostRows } from '../../src/answer/answer.ts';
import { setUp } from '../support/set-up.ts';
import { corpus, forbidden, marker } from './support/corpus.ts';
import { poisonedData } from './support/poisoned-data.ts';

/** Every text outside fields named `untrusted`, including the names of properties. */
function trustedTexts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => (name === 'untrusted' ? [] : [name, ...trustedTexts(each)]));
}

/** Every text inside those fields, which may contain only texts. */
function untrustedTexts(value: unknown, isInside = false): readonly string[] {
  if (typeof value === 'string') return isInside ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => untrustedTexts(each, isInside || name === 'untrusted'));
}

test.each(
  corpus.map((text, at) => [at, text] as const),
)('text %i of the corpus stays in untrusted fields', async (_at, text) => {
  const { raw, audit } = await setUp({ sandbox: { data: poisonedData(text) } });
  const results: unknown[] = [];
  let seen = 0;
  const call = async (name: string, args: object = {}) => {
    const result = await raw(name, args);
    results.push(result);
    const whole = JSON.stringify(result);
    expect(Buffer.byteLength(whole), name).toBeLessThanOrEqual(mostBytes);
    const { structuredContent: structured, content, isError } = result;
    if (isError === true) expect(content[0]?.text, name).not.toContain(marker);
    else expect(JSON.parse(content[0]?.text ?? ''), name).toEqual(structured);
    expect(
      trustedTexts(structured).filter((each) => each.includes(marker)),
      name,
    ).toEqual([]);
    for (const each of [...untrustedTexts(structured), ...trustedTexts(structured)]) {
      expect(each, name).not.toMatch(forbidden);
      expect([...each].length, name).toBeLessThanOrEqual(1_000);
      if (each.includes(marker)) seen += 1;
    }
    for (const list of Object.values(structured ?? {}))
      if (Array.isArray(list)) expect(list.length, name).toBeLessThanOrEqual(mostRows);
    return structured as Record<string, { readonly untrusted: Record<string, string> }[]> | undefined;
  };
  await call('list_workspaces');
  const job = (await call('list_jobs'))?.['jobs']?.[0]?.untrusted['job'];
  await call('get_job', { job });
  await call('list_runs');
  for (const run of ['r0', 'r1', 'r2']) {
    await call('get_run', { run });
    await call('diagnose_run', { run, tasks: ['7/1'] });
  }
  await call('task_history', { transformation: '7', task: '1' });
  await call('freshness');
  await call('lint');
  await call('compare', { before: 'production', after: 'test' });
  await call('get_job', { job: text });
  await call('list_runs', { job: text, since: text });
  // The corpus was present, so the fields were not simply left out.
  expect(seen).toBeGreaterThan(20);
  expect(results).toHaveLength(16);
  for (const line of audit) expect(line).not.toMatch(forbidden);
});
