export type { Collation } from './text-rules.ts';
export { isVerificationError, type VerificationError } from './verification-error.ts';
export {
  verifyReads,
  type VerifiedCollection,
  type VerifiedODataClient,
  type VerifyOptions,
} from './verify-reads.ts';
