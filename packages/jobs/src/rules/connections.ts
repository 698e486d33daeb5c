import type { WorkspaceMember } from '@syncline/openapi';
import { isNothing } from '../inventory/inventory.ts';
import { jobFields } from '../job/job-definition.ts';
import { type JobView, cleanError } from '../rule/job-view.ts';
import type { LintRule } from '../rule/lint-rule.ts';
import { finding, findingIf, not, notChecked, pass, type Verdict } from '../rule/verdict.ts';
import { connectionKey, exampleOf, inferred } from '../rule/predicates.ts';

/**
 * Judges each connection that a job names. All findings are returned; without findings, the job passes only if all of
 * its connections do.
 */
function judgeConnections(
  job: JobView,
  judge: (field: string, record: WorkspaceMember | 'absent') => Verdict,
): Verdict | readonly Verdict[] {
  const verdicts = [...jobFields.connections].map((field): Verdict => {
    const connection = job.connection(field);
    if (connection === undefined) return notChecked();
    if (connection === null) return pass;
    if (connection.record === undefined) return notChecked('the connections of the workspace are not known');
    return judge(field, connection.record);
  });
  const findings = verdicts.filter(({ result }) => result === 'finding');
  return findings.length > 0 ? findings : (verdicts.find(({ result }) => result === 'not checked') ?? pass);
}

/** Where a job reads and writes, and whether that works. */
export const connectionRules: readonly LintRule[] = [
  {
    id: 'source-missing',
    title: 'Job without a source',
    severity: 'error',
    why: 'A job replicates data from a source to a destination. Without a source, it can do nothing.',
    reading: 'A blank string does not count as a connection.',
    fix: 'Set `Source` to a connection of the workspace.',
    fields: ['Source'],
    example: exampleOf({ Source: '' }, { Source: 'CRM' }),
    check: (job) => findingIf(not(job.isSet('Source')), 'The job has no source.'),
  },
  {
    id: 'destination-missing',
    title: 'Job without a destination',
    severity: 'error',
    why: 'A job replicates data from a source to a destination. Without a destination, it can do nothing.',
    reading: 'A blank string does not count as a connection.',
    fix: 'Set `Destination` to a connection of the workspace.',
    fields: ['Destination'],
    example: exampleOf({ Destination: '' }, { Destination: 'Lake' }),
    check: (job) => findingIf(not(job.isSet('Destination')), 'The job has no destination.'),
  },
  {
    id: 'source-is-destination',
    title: 'Source that is also the destination',
    severity: 'warn',
    why:
      'The job writes into the connection that it reads from. It may read its own rows again, or overwrite the ' +
      'originals.',
    reading:
      `Connections are compared by name or id (case-sensitive) within the workspace. ${inferred} ` +
      'If the connections of the workspace are not known, two different texts count as two connections.',
    fix: 'Choose another `Source` or `Destination`, unless the job copies between two schemas of one database.',
    fields: ['Source', 'Destination'],
    example: exampleOf({ Source: 'Lake', Destination: 'Lake' }, { Source: 'CRM', Destination: 'Lake' }),
    check: (job) => {
      const [source, destination] = [job.text('Source'), job.text('Destination')];
      if (source === null || destination === null) return pass;
      if (source === undefined || destination === undefined) return notChecked();
      const [from, to] = [connectionKey(job, 'Source'), connectionKey(job, 'Destination')];
      const isSame = source === destination || (typeof from === 'string' && from === to);
      return findingIf(isSame, 'The job reads from the connection that it writes to.');
    },
  },
  {
    id: 'connection-absent',
    title: 'Connection that the workspace does not have',
    severity: 'warn',
    why: 'The connection may have been renamed or deleted. The next run of the job then fails.',
    reading:
      'The rule looks for the connection by name or id (case-sensitive) in the workspace of the job. It needs the ' +
      'workspaces of the v2 interface.',
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
  },
  {
    id: 'connection-error',
    title: 'Connection with an error',
    severity: 'error',
    why: 'The workspace shows an error for a connection that the job uses, so the next run fails.',
    reading:
      'The rule looks for the connection by name or id (case-sensitive) in the workspace of the job. It needs the ' +
      'workspaces of the v2 interface. Text in the error that looks like a credential is not shown.',
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
        return finding(`The connection of ${field} has an error: ${cleanError(record.error)}`, { field });
      }),
  },
  {
    id: 'job-error',
    title: 'Job with an error',
    severity: 'error',
    why: 'The workspace shows an error for the job.',
    reading:
      'The rule needs the workspaces of the v2 interface. Text in the error that looks like a credential is not ' +
      'shown.',
    fix: 'Open the job in the application of the service, and fix what its error names.',
    fields: ['JobName'],
    example: {
      finding: { job: { JobName: 'Nightly' }, error: 'The table orders does not exist.' },
      pass: { job: { JobName: 'Nightly' }, error: '' },
    },
    check: (job) => {
      if (job.error === undefined) return notChecked('the workspace of the job is not known, or shows no errors');
      return isNothing(job.error) ? pass : finding(`The job has an error: ${cleanError(job.error)}`);
    },
  },
];
