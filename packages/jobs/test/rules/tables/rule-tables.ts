import { captureTables } from './capture.ts';
import { codeTables } from './code.ts';
import { connectionTables } from './connections.ts';
import { failureTables } from './failures.ts';
import { limitTables } from './limits.ts';
import { permissionTables } from './permission.ts';
import { scheduleTables } from './schedule.ts';
import type { RuleTables } from './table.ts';
import { tableTables } from './tables.ts';

/** The tables of all rules, by theme as their rules. */
export const ruleTables: RuleTables = {
  ...scheduleTables,
  ...permissionTables,
  ...connectionTables,
  ...tableTables,
  ...failureTables,
  ...limitTables,
  ...captureTables,
  ...codeTables,
};
