import { jobFields } from '../job/job-definition.ts';
import { isNothing } from '../job/is-nothing.ts';
import { judgeConnections } from '../rule/judge-connections.ts';
import type { LintRule } from '../rule/lint-rule.ts';
import { shownError } from '../rule/shown-error.ts';
import { finding, notChecked, pass } from '../rule/verdict.ts';

export const connectionError: LintRule = {
  id: 'connection-error',
  title: 'Connection with an error',
  severity: 'error',
  why: 'The workspace shows an error for a connection that the job uses, so the next run fails.',
  reading:
    'The rule looks for the connection by name or id (case-sensitive) in the workspace of the job. It needs ' +
    'the workspaces of the v2 interface. Text in the error that looks like a credential is not shown.',
  fix: 'Test the connection in the application of the service, and fix what its error names.',
  fields: [...jobFields.connections],
  example: {
    finding: {
      job: { Source: 'CRM' },
      connections: [{ id: 'c1', name: 'CRM', error: 'The access token has expired.' }],
    },
    pass: { job: { Source: 'CRM' }, connections: [{ id: 'c1', name: 'CRM', error: '' }] },
  },
  check: (job) =>
    judgeConnections(job, (field, record) => {
      if (record === 'absent') return notChecked('the workspace does not have the connection');
      if (!Object.hasOwn(record, 'error')) return notChecked('the workspace does not show errors of connections');
      if (isNothing(record.error)) return pass;
      return finding(`The connection of ${field} has an error: ${shownError(record.error)}`, { field });
    }),
};
