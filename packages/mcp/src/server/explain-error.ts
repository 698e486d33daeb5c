import { isConfigError, isSynclineError } from '@syncline/core/internal';
import { isRefusalError } from '../refusal/refusal-error.ts';

/** The texts about a failure for the model and for the audit line. Neither contains text of the service. */
export interface Explanation {
  readonly text: string;
  readonly code: string;
}

/**
 * Explains in our words why a call failed. Error messages may quote the service, so only the facts of an error are
 * used. A call whose signal is aborted fails with whatever was under way.
 */
export function explainError(error: unknown, { aborted }: AbortSignal): Explanation {
  if (aborted) return { text: 'The call was cancelled.', code: 'ABORTED' };
  if (isRefusalError(error)) return { text: error.message, code: error.code };
  if (isConfigError(error)) {
    const option = /^[\w.[\]-]{1,80}$/.test(error.option) ? error.option : 'an entry';
    if (!ofConfiguration.has(option.split(/[.[]/)[0] ?? ''))
      return { text: 'An argument cannot be used. Nothing was sent.', code: `${error.code} ${option}` };
    return {
      text: `An entry of the server's configuration is missing or wrong: ${option}. Ask the operator of the server to fix it in syncline.yaml.`,
      code: `${error.code} ${option}`,
    };
  }
  if (!isSynclineError(error))
    return { text: 'The server failed. This is not a problem of the service.', code: 'ERROR' };
  const { status } = error as { readonly status?: unknown };
  if (error.code === 'HTTP_ERROR' && typeof status === 'number')
    return { text: httpText(status), code: `${error.code} ${status}` };
  return { text: texts[error.code] ?? `The call failed (${error.code}).`, code: error.code };
}

/** Options that are entries of `syncline.yaml`, or properties of records that its `history` names. Others are arguments. */
const ofConfiguration: ReadonlySet<string> = new Set(
  'environments outcomes history freshness lint causes mcp key status start end rows error timeZone'.split(' '),
);

const texts: Readonly<Record<string, string>> = {
  NETWORK_ERROR: 'The service cannot be reached.',
  TIMEOUT: 'The service did not respond in time. Ask for less, such as one job or a shorter time.',
  RESPONSE_FORMAT: 'The response of the service cannot be read.',
  RESPONSE_TOO_LARGE: 'The response of the service is too large. Ask for less, such as one job or a shorter time.',
};

function httpText(status: number): string {
  if (status === 404) return 'The service did not find this (status 404). Check the name or the id with a list tool.';
  if (status === 401 || status === 403)
    return `The service refused the credential of the server (status ${status}). Ask the operator of the server to check the credential.`;
  if (status === 429) return 'The service asks for fewer requests (status 429). Wait a minute.';
  return `The service responded with status ${status}.`;
}
