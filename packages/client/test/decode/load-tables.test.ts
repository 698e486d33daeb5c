import { odataOperations } from '@syncline/openapi';
import { expect, it } from 'vitest';
import * as odataDecode from '../../src/decode/odata-decode.ts';
import { checkOptions } from '../../src/options/check-options.ts';
import { createPipeline } from '../../src/pipeline/pipeline.ts';
import { createJobs } from '../../src/resources/jobs.ts';
import { createSendOperation } from '../../src/resources/operation-call.ts';
import { inProcess, json, rejection } from '../support/in-process.ts';

/**
 * The jobs of a client with decode tables that load in the given ways, one after the other. `counted` counts the loads.
 */
const jobsWith = (...loads: (() => Promise<typeof odataDecode>)[]) => {
  const { options, asked } = inProcess([json({ JobName: 'Nightly', Verbosity: '2' })]);
  const counted = { loads: 0 };
  const settings = checkOptions(options, 'odata', {
    operations: odataOperations,
    decode: {},
    load: () => loads[Math.min((counted.loads += 1), loads.length) - 1]!(),
  });
  return { asked, counted, jobs: createJobs(createSendOperation(settings, createPipeline(settings))) };
};
const load = async () => odataDecode;
const fail = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

it('the decode tables load once, with the first job', async () => {
  const { jobs, counted } = jobsWith(load);
  expect(counted.loads).toBe(0);
  expect(await jobs.get('Nightly')).toEqual({ JobName: 'Nightly', Verbosity: 2 });
  await jobs.get('Nightly');
  expect(counted.loads).toBe(1);
});

it('tables that do not load are a Syncline error, and the next call loads them again', async () => {
  const { jobs, asked, counted } = jobsWith(fail, load);
  expect(await rejection(jobs.get('Nightly'))).toMatchObject({ name: 'NetworkError', code: 'NETWORK_ERROR' });
  expect(asked).toHaveLength(1);
  expect(await jobs.get('Nightly')).toEqual({ JobName: 'Nightly', Verbosity: 2 });
  expect(counted.loads).toBe(2);
});

it('concurrent calls wait for the same tables', async () => {
  const { jobs } = jobsWith(load);
  const read = await Promise.all(Array.from({ length: 20 }, () => jobs.get('Nightly')));
  expect(new Set(read.map(({ Verbosity }) => Verbosity))).toEqual(new Set([2]));
});
