import { generateFiles, loadConsumer } from '@syncline/cli/generate';
import type { PackageOptions } from './scenarios.ts';

export const cli: PackageOptions = {
  scenarios: {
    loadConsumer: (more) => loadConsumer({ documents: ['a=no-such-file.yaml'], overlays: [], ...more }),
    generateFiles: (more) => generateFiles([], more),
  },
  withoutOptions: {
    'takes a folder and files': ['findDrift', 'unmanagedFiles', 'writeFiles'],
    'takes a path': ['loadProject'],
    'takes the words of a command line': ['run'],
  },
};
