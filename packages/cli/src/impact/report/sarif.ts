import { createHash } from 'node:crypto';
import type { Findings, Impact } from '../find-impact.ts';
import { sidesText } from './text.ts';

const LEVEL = { major: 'error', minor: 'warning', patch: 'note' } as const;

/** Prints the findings as a SARIF 2.1.0 log for code scanning services. */
export function toSarif({ impact, notExamined }: Findings, prefix: string): object {
  const topics = [...new Set(impact.map(({ topic }) => topic))].sort();
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'syncline impact',
            informationUri: 'https://github.com/syncline/syncline',
            rules: topics.map((id) => ({ id, shortDescription: { text: id.replaceAll('-', ' ') } })),
          },
        },
        invocations: [
          {
            executionSuccessful: true,
            toolExecutionNotifications: notExamined.map(({ file, line, reason }) => ({
              level: 'warning',
              message: { text: `Not examined: ${reason}` },
              locations: [location(prefix + file, line === null ? undefined : { startLine: line })],
            })),
          },
        ],
        columnKind: 'utf16CodeUnits',
        results: impact.map((use) => ({
          ruleId: use.topic,
          ruleIndex: topics.indexOf(use.topic),
          level: LEVEL[use.bump],
          message: { text: [use.message, sidesText(use), use.action ?? ''].filter((part) => part !== '').join('\n') },
          locations: [
            location(prefix + use.file, { startLine: use.line, startColumn: use.column, endColumn: use.endColumn }),
          ],
          partialFingerprints: { 'use/v1': fingerprint(use) },
        })),
      },
    ],
  };
}

function location(file: string, region: object | undefined): object {
  const artifactLocation = { uri: file.split('/').map(encodeURIComponent).join('/'), uriBaseId: '%SRCROOT%' };
  return { physicalLocation: { artifactLocation, region } };
}

/** Does not change when lines are added above the use. */
function fingerprint({ file, code, uses, message }: Impact): string {
  return createHash('sha256').update([file, code, uses, message].join('\n')).digest('hex').slice(0, 32);
}
