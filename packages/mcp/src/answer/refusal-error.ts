import { isSynclineError, SynclineError } from '@syncline/core/internal';

/**
 * A refused call of a tool: its arguments cannot be used, something is not visible here, or the request budget is used
 * up. The message is written for a model and contains no text of the service.
 */
export class RefusalError extends SynclineError {
  override readonly name = 'RefusalError';
  readonly code = 'MCP_REFUSED';
}

/** Whether a value is a {@link RefusalError}, from any copy of the package. */
export function isRefusalError(value: unknown): value is RefusalError {
  return isSynclineError(value) && value.code === 'MCP_REFUSED';
}
