import type { SandboxRequest } from './request.ts';
import type { SandboxResponse } from './response.ts';

/**
 * The service, independent of how requests arrive. It never throws and never rejects: an internal error is a 500 with
 * the error body of the OData interface.
 */
export type Service = (request: SandboxRequest) => SandboxResponse | Promise<SandboxResponse>;
