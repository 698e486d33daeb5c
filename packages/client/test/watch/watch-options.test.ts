import { basic } from '@syncline/auth';
import { describe, expect, it } from 'vitest';
import { createV2Client } from '../../src/index.ts';

const v2 = createV2Client({ baseUrl: 'http://localhost:1', credential: basic({ username: 'ada', password: 'x' }) });

describe('the options of a watch', () => {
  it.each([
    { version: 2, jobId: '42', seen: {} },
    { version: 1, jobId: '7', seen: {} },
    { version: 1, jobId: '42' },
    { version: 1, jobId: '42', seen: null },
    { version: 1, jobId: '42', seen: { a: 1 } },
    null,
    'text',
  ])('refuses the state %j', (state) => {
    expect(() => v2.jobs.watchStatus('42', { state: state as never })).toThrow(
      expect.objectContaining({ code: 'CONFIG_INVALID', option: 'state' }),
    );
  });
  it.each([
    { every: 0 },
    { deadline: -1 },
    { failures: 0 },
    { until: true as never },
    { signal: {} as never },
  ])('refuses %j', (options) => {
    expect(() => v2.jobs.watchStatus('42', options)).toThrow(
      expect.objectContaining({ option: Object.keys(options)[0] }),
    );
  });
});
