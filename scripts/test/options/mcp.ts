import { openTools, startServer } from '@syncline/mcp';
import type { PackageOptions } from './scenarios.ts';

export const mcp: PackageOptions = {
  scenarios: {
    openTools: (more) => openTools({ file: 'no-such-file.yaml', ...more }),
    startServer: (more) => startServer({ file: 'no-such-file.yaml', ...more }),
  },
  withoutOptions: {
    'prints the errors of startServer, as a command does': ['runServer'],
  },
};
