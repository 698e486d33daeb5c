import type { WorkspaceMember } from '@syncline/openapi';
import { jobFields } from '../job/job-definition.ts';
import type { JobView } from './job-view.ts';
import { notChecked, pass, type Verdict } from './verdict.ts';

/**
 * Judges each connection that a job names. All findings are returned; without findings, the job passes only if all of
 * its connections do.
 */
export function judgeConnections(
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
