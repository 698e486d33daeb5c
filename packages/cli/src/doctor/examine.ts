import { apiKeyHeader, type Credential } from '@syncline/auth';
import { listConnectors, listHistory, listJobStatus, listWorkspaces, type fields } from '@syncline/openapi';
import { probe, type Probe } from './probe.ts';
import { envelopeOf, recordsOf, statusWords, unknownFields } from './shape.ts';

/** One thing that the specification leaves open, and what this service does. */
export interface Finding {
  readonly operation: string;
  /** The number of the decision record; null where there is none. */
  readonly question: string | null;
  readonly subject: string;
  readonly answer: string;
}

export interface Examined {
  readonly baseUrl: string;
  readonly credential: Credential;
  readonly allowInsecureHttp: boolean;
  /** The header names to try with this key. */
  readonly headers: { readonly names: readonly string[]; readonly key: string | undefined };
}

/** Examines the OData interface: collections, their envelopes and unknown fields, and header names. */
export async function examineOData(service: Examined): Promise<readonly Finding[]> {
  const history = await collection(service, listHistory, 'HistoryRecord');
  const connectors = await collection(service, listConnectors, 'ConnectorRecord');
  return [...history.findings, ...connectors.findings, ...(await headerNames(service, listConnectors, '0001'))];
}

/** Examines the v2 interface: the same, and the status words of the first jobs that the workspaces list. */
export async function examineV2(service: Examined, jobs = 5): Promise<readonly Finding[]> {
  const workspaces = await collection(service, listWorkspaces, 'Workspace');
  const ids = [...new Set(workspaces.records.flatMap(({ jobs: members }) => recordsOf(members)).map(({ id }) => id))]
    .filter((id) => typeof id === 'string')
    .slice(0, jobs);
  const answers = await Promise.all(
    ids.map((id) => ask(service, listJobStatus.path.replace('{job_id}', encodeURIComponent(id)))),
  );
  const records = answers.flatMap(({ body }) => recordsOf(body));
  const words = statusWords(records);
  return [
    ...workspaces.findings,
    {
      operation: listJobStatus.id,
      question: '0009',
      subject: `status words of ${ids.length} jobs`,
      answer: words.join('; ') || 'none seen',
    },
    ...extra(listJobStatus.id, 'JobStatusRecord', records),
    ...(await headerNames(service, listWorkspaces, '0002')),
  ];
}

const ask = ({ baseUrl, credential, allowInsecureHttp }: Examined, path: string): Promise<Probe> =>
  probe(baseUrl, path, credential, allowInsecureHttp);

async function collection(
  service: Examined,
  { id, path }: { readonly id: string; readonly path: string },
  record: keyof typeof fields,
): Promise<{ findings: readonly Finding[]; records: readonly Readonly<Record<string, unknown>>[] }> {
  const { status, contentType, body, problem } = await ask(service, path);
  const said: Finding = {
    operation: id,
    question: '0006',
    subject: 'status and content type',
    answer: `${status === 0 ? 'no response' : status}, ${contentType ?? 'none'}${problem === null ? '' : `, ${problem}`}`,
  };
  if (problem !== null || status >= 300) return { findings: [said], records: [] };
  const records = recordsOf(body);
  return {
    findings: [
      said,
      { operation: id, question: '0005', subject: 'envelope', answer: envelopeOf(body) },
      { operation: id, question: '0010', subject: 'records in one response', answer: String(records.length) },
      ...extra(id, record, records),
    ],
    records,
  };
}

function extra(
  operation: string,
  record: keyof typeof fields,
  records: readonly Readonly<Record<string, unknown>>[],
): readonly Finding[] {
  const names = unknownFields(record, records);
  return names.length === 0
    ? []
    : [{ operation, question: '0012', subject: `fields beyond ${record}`, answer: names.join(', ') }];
}

function headerNames(
  service: Examined,
  { id, path }: { readonly id: string; readonly path: string },
  question: string,
): Promise<readonly Finding[]> {
  const { names, key } = service.headers;
  if (key === undefined) return Promise.resolve([]);
  return Promise.all(
    names.map(async (name): Promise<Finding> => {
      const { status } = await ask({ ...service, credential: apiKeyHeader({ name, value: key }) }, path);
      return {
        operation: id,
        question,
        subject: `header ${name}`,
        answer: status >= 200 && status < 300 ? 'works' : `refused (${status})`,
      };
    }),
  );
}
