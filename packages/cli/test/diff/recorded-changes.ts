import { COMMON_CHANGES } from './common-changes.ts';
import { OTHER_CHANGES } from './other-changes.ts';

/** Every recorded change. */
export const RECORDED = [...COMMON_CHANGES, ...OTHER_CHANGES];
