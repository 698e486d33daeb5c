import type { PackageOptions } from './scenarios.ts';

export const core: PackageOptions = {
  scenarios: {},
  withoutOptions: {
    'takes a server and its limits': ['ConnectionGuard'],
    'takes a name and names': ['nearestName', 'suggestion'],
    'takes what the platform’s fetch takes': ['platformFetch'],
    'takes a header, or the headers of a response': ['parseRetryAfter', 'retryAfterOf'],
  },
};
