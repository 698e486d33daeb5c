export type { Collation } from './text-rules.ts';
export {
  isVerificationError,
  type VerificationError,
  type VerifiedCollection,
  type VerifiedODataClient,
  type VerifyOptions,
  verifyReads,
} from './verify-reads.ts';
