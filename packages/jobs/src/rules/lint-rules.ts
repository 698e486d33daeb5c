import type { LintRule } from '../rule/lint-rule.ts';
import { captureRules } from './capture.ts';
import { codeRules } from './code.ts';
import { connectionRules } from './connections.ts';
import { failureRules } from './failures.ts';
import { limitRules } from './limits.ts';
import { permissionRules } from './permission.ts';
import { scheduleRules } from './schedule.ts';
import { tableRules } from './tables.ts';

/** The rules of the linter, by theme, in the order of the documentation. */
export const lintRules: readonly LintRule[] = [
  ...scheduleRules,
  ...permissionRules,
  ...connectionRules,
  ...tableRules,
  ...failureRules,
  ...limitRules,
  ...captureRules,
  ...codeRules,
];
