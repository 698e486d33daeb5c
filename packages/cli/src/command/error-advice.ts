import { type ConfigError, isConfigError, isSynclineError, type SynclineError } from '@syncline/core/errors';
import { type ExitStatus, exitStatus } from './exit-status.ts';

/** The exit status of an error; undefined if it is no error of ours. */
export function statusOf(error: unknown): ExitStatus | undefined {
  if (!isSynclineError(error)) return undefined;
  const isWrongInput = error.code === 'GENERATE_FAILED' || (isConfigError(error) && !isFullDisk(error));
  return isWrongInput ? exitStatus.badInput : exitStatus.unknown;
}

/** Whether a file could not be written for a reason that is not in the input. The answer then did not arrive. */
function isFullDisk({ cause }: ConfigError): boolean {
  return ['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO'].includes((cause as NodeJS.ErrnoException | undefined)?.code ?? '');
}

/** The end of a path that names a record: `jobs('Nightly')`, or `jobs/7/status`. */
const keyed = /\('[^/]*'\)|\/jobs?\/[^/]+\//i;

/** What to do about a wait that saw no run: a misspelled name has none either. */
export const compareNames = 'If you expected a run, compare the name with those that `syncline status` shows.';

/** What to do about an error if its message does not say so. For a failed wait, it depends on the cause. */
export function hintFor(
  {
    code,
    status,
    cause,
    path = '',
    last,
  }: SynclineError & { readonly status?: number; readonly path?: string; readonly last?: unknown },
  environment: string | undefined,
): string | undefined {
  const [address, credential] =
    environment === undefined
      ? ['', ' in the environment variables']
      : Array<string>(2).fill(` in environments.${environment} of the configuration`);
  switch (code) {
    case 'NETWORK_ERROR':
    case 'TIMEOUT':
    case 'RESPONSE_FORMAT':
      return `Check the address${address}, or find the cause with \`syncline doctor\`.`;
    case 'AUTH_FAILED':
      return `Check the credential${credential}.`;
    case 'HTTP_ERROR':
      if (status === 401 || status === 403) return `Check the credential${credential}.`;
      // A path with a key names a record, which may not exist.
      if (status === 404) return `Check ${keyed.test(path) ? 'the name, and ' : ''}the address${address}.`;
      if (status === 429) return 'The service limits the number of requests. Try again later.';
      return status !== undefined && status >= 500 ? 'The service failed. Try again later.' : undefined;
    case 'WAIT_TIMEOUT':
    case 'WAIT_UNREADABLE':
      if (isSynclineError(cause)) return hintFor(cause, environment);
      return last === undefined ? compareNames : undefined;
    default:
      return undefined;
  }
}
