import type { LintRule } from '../rule/lint-rule.ts';
import { exampleOf } from '../rule/predicates.ts';
import { finding, notChecked, pass } from '../rule/verdict.ts';
import { findCredentials } from '../text/find-credentials.ts';

/** The code of the events of a job. */
export const codeRules: readonly LintRule[] = [
  {
    id: 'credential-in-code',
    title: 'Credential in the code of an event',
    severity: 'error',
    why: 'Anyone who can read the job can read the credential. It also ends up in exports and backups.',
    reading:
      'The rule looks for patterns, such as a password in quotes or in a URL, so it can miss a credential or report ' +
      'a harmless text. A finding names the field, the line and the pattern, but never the value.',
    fix: 'Move the credential into a connection or a secret store, and replace it: it is no longer secret.',
    fields: ['PreJob', 'PostJob'],
    example: exampleOf(
      { PreJob: 'connect("sftp://loader:hunter2@files.example.com")' },
      { PreJob: 'connect("sftp://loader:${SFTP_PASSWORD}@files.example.com")' },
    ),
    check: (job) => {
      const fields = ['PreJob', 'PostJob'];
      const findings = fields.flatMap((field) => {
        const code = job.raw(field);
        return typeof code !== 'string'
          ? []
          : findCredentials(code).map(({ line, pattern }) =>
              finding(`Line ${line} of ${field} contains what looks like ${pattern}.`, { field, line }),
            );
      });
      if (findings.length > 0) return findings;
      return fields.some((field) => job.isSet(field) === undefined) ? notChecked() : pass;
    },
  },
];
