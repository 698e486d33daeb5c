import { defineOutcomes, type RunSource, waitForRun } from '@syncline/runs';

const source: RunSource = {
  kind: 'history',
  read: async () => {
    throw new RangeError('The table of runs has no column "started".');
  },
};

await waitForRun({
  source,
  classify: defineOutcomes({ succeeded: ['SUCCESS'], failed: ['FAILED'] }),
  job: 'CRM to Warehouse',
  after: '2030-01-01T00:00:00Z',
  timeout: '2h',
});
