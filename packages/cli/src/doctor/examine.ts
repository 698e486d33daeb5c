import { listConnectors, listHistory, listJobStatus, listWorkspaces, type fields } from '@syncline/openapi';
import { probe, type Probe, type Service } from './probe.ts';
import { envelopeOf, recordsOf, statusWords, unknownFields, type UnknownField } from './shape.ts';

/** One question that the specification leaves open, and the answer for this service. */
export interface Finding {
  readonly operation: string;
  /** The number of the decision record; null if there is none. */
  readonly question: string | null;
  readonly subject: string;
  readonly answer: string;
}

export type RecordName = keyof typeof fields;

/** A collection that can be examined. */
export interface Collection {
  readonly id: string;
  readonly path: string;
  readonly record: RecordName;
}

/**
 * The collections of each interface, the smallest first. The first one is used to check whether the service can be
 * reached.
 */
export const collections = {
  odata: [
    { id: listConnectors.id, path: listConnectors.path, record: 'ConnectorRecord' },
    { id: listHistory.id, path: listHistory.path, record: 'HistoryRecord' },
  ],
  v2: [{ id: listWorkspaces.id, path: listWorkspaces.path, record: 'Workspace' }],
} as const satisfies Record<'odata' | 'v2', readonly [Collection, ...Collection[]]>;

/** The fields of a record that are not in the description. */
export interface MoreFields {
  readonly record: RecordName;
  readonly fields: readonly UnknownField[];
}

/**
 * What is known about one collection: its status and, if it can be read, its envelope and undocumented fields. Never a
 * value.
 */
export function examineCollection(
  { id, record }: Collection,
  { status, contentType, body, problem }: Probe,
): { readonly findings: readonly Finding[]; readonly more: MoreFields } {
  const said: Finding = {
    operation: id,
    question: '0006',
    subject: 'status and content type',
    answer: `${status === 0 ? 'no response' : status}, ${contentType ?? 'none'}${problem === null ? '' : `, ${problem}`}`,
  };
  if (problem !== null || status >= 300) return { findings: [said], more: { record, fields: [] } };
  const records = recordsOf(body);
  const { findings, more } = beyond(id, record, records);
  return {
    findings: [
      said,
      { operation: id, question: '0005', subject: 'envelope', answer: envelopeOf(body) },
      { operation: id, question: '0010', subject: 'records in one response', answer: String(records.length) },
      ...findings,
    ],
    more,
  };
}

/** The status words of the first jobs in the workspaces. */
export async function examineJobStatus(
  service: Service,
  workspaces: Probe,
  jobs = 5,
): Promise<{ readonly findings: readonly Finding[]; readonly more: MoreFields }> {
  const ids = [
    ...new Set(
      recordsOf(workspaces.body)
        .flatMap(({ jobs: members }) => recordsOf(members))
        .map(({ id }) => id),
    ),
  ]
    .filter((id) => typeof id === 'string' && !/^\.{0,2}$/.test(id))
    .slice(0, jobs) as string[];
  const answers = await Promise.all(
    ids.map((id) => probe(service, listJobStatus.path.replace('{job_id}', encodeURIComponent(id)))),
  );
  const records = answers.flatMap(({ body }) => recordsOf(body));
  const { findings, more } = beyond(listJobStatus.id, 'JobStatusRecord', records);
  return {
    findings: [
      {
        operation: listJobStatus.id,
        question: '0009',
        subject: `status words of ${ids.length} jobs`,
        answer: statusWords(records).join('; ') || 'none seen',
      },
      ...findings,
    ],
    more,
  };
}

function beyond(
  operation: string,
  record: RecordName,
  records: readonly Readonly<Record<string, unknown>>[],
): { readonly findings: readonly Finding[]; readonly more: MoreFields } {
  const more = unknownFields(record, records);
  const answer = more.map(({ name, types }) => `${name} ${types.join('|')}`).join(', ');
  const findings =
    more.length === 0 ? [] : [{ operation, question: '0012', subject: `fields beyond ${record}`, answer }];
  return { findings, more: { record, fields: more } };
}
