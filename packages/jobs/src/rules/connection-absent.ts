import { jobFields } from '../job/job-definition.ts';
import { judgeConnections } from '../rule/judge-connections.ts';
import type { LintRule } from '../rule/lint-rule.ts';
import { finding, pass } from '../rule/verdict.ts';

export const connectionAbsent: LintRule = {
  id: 'connection-absent',
  title: 'Connection that the workspace does not have',
  severity: 'warning',
  why: 'The connection may have been renamed or deleted. The next run of the job then fails.',
  reading:
    'The rule looks for the connection by name or id (case-sensitive) in the workspace of the job. It needs ' +
    'the workspaces of the v2 interface.',
  fix: 'Set the field to a connection of the workspace, or create the connection.',
  fields: [...jobFields.connections],
  example: {
    finding: { job: { Source: 'CRM', Destination: 'Lake' }, connections: [{ id: 'c1', name: 'CRM' }] },
    pass: {
      job: { Source: 'CRM', Destination: 'c2' },
      connections: [
        { id: 'c1', name: 'CRM' },
        { id: 'c2', name: 'Lake' },
      ],
    },
  },
  check: (job) =>
    judgeConnections(job, (field, record) =>
      record === 'absent' ? finding(`The workspace has no connection that ${field} names.`, { field }) : pass,
    ),
};
