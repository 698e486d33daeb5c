import { DatabaseSync } from 'node:sqlite';
import { createSandbox, type SandboxOptions } from '@syncline/sandbox';
import { createPortableSandbox } from '@syncline/sandbox/portable';
import type { PackageOptions } from './scenarios.ts';

const data = { jobs: [{ JobName: 'a', JobId: '1', Scheduled: 'true', CronString: '0 * * * *' }] };
/** Makes a request, so that the data is loaded and the runs are planned. */
const use = async (options: object): Promise<void> => {
  const sandbox = createSandbox({ data, ...options } as SandboxOptions);
  try {
    const { headerName, value } = sandbox.credentials.apiKey;
    await sandbox.fetch(`${sandbox.urls.odata}/history`, { headers: { [headerName]: value } });
    sandbox.clock.advance('2h');
    await sandbox.fetch(`${sandbox.urls.odata}/history`, { headers: { [headerName]: value } });
  } finally {
    await sandbox.close();
  }
};

export const sandbox: PackageOptions = {
  scenarios: {
    createSandbox: use,
    'createSandbox.clock': (more) => use({ clock: { ...more } }),
    'createSandbox.scale': (more) => use({ data: undefined, scale: { jobs: 1, history: 1, ...more } }),
    'createSandbox.life': (more) => use({ life: { ...more } }),
    'createSandbox.life.outcomes': (more) => use({ life: { outcomes: { success: 1, ...more } } }),
    'createSandbox.schemes': (more) => use({ schemes: { ...more } }),
    'createSandbox.v2': (more) => use({ v2: { ...more } }),
    'createSandbox.behavior': (more) => use({ behavior: { ...more } }),
    'createSandbox.names': (more) => use({ names: { ...more } }),
    createPortableSandbox: (more) =>
      createPortableSandbox(new DatabaseSync(':memory:') as never, { data, ...more }).close(),
    'createSandbox().listen': async (more) => {
      const sandbox = createSandbox({ data });
      try {
        await sandbox.listen(more);
      } finally {
        await sandbox.close();
      }
    },
  },
  withoutOptions: {
    'takes a text': ['createCredentials', 'readData', 'urlsOf'],
    'takes a path and a listener': ['readDataFile'],
  },
};
