import type { LintRule } from '../rule/lint-rule.ts';
import { connectionKey } from '../rule/predicates.ts';
import { findingIf, notChecked, pass } from '../rule/verdict.ts';

export const sourceIsDestination: LintRule = {
  id: 'source-is-destination',
  title: 'Source that is also the destination',
  severity: 'warning',
  why:
    'The job writes into the connection that it reads from. It may read its own rows again, or overwrite ' +
    'the originals.',
  reading:
    'Connections are compared by name or id (case-sensitive) within the workspace. This is inferred from the ' +
    'meaning of the fields: the specification does not say how they work together. If the connections of the ' +
    'workspace are not known, two different texts count as two connections.',
  fix: 'Choose another `Source` or `Destination`, unless the job copies between two schemas of one database.',
  fields: ['Source', 'Destination'],
  example: {
    finding: { job: { Source: 'Lake', Destination: 'Lake' } },
    pass: { job: { Source: 'CRM', Destination: 'Lake' } },
  },
  check: (job) => {
    const [source, destination] = [job.text('Source'), job.text('Destination')];
    if (source === null || destination === null) return pass;
    if (source === undefined || destination === undefined) return notChecked();
    const [one, other] = [connectionKey(job, 'Source'), connectionKey(job, 'Destination')];
    const isSame = source === destination || (typeof one === 'string' && one === other);
    return findingIf(isSame, 'The job reads from the connection that it writes to.');
  },
};
