import { onTestFinished } from 'vitest';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../src/index.ts';

/** A small data set. A test that needs more data provides its own. */
export const smallData = {
  jobs: [
    {
      JobName: 'Nightly',
      JobId: 'j1',
      Scheduled: 'true',
      RowVersion: 9007199254740993n,
      'Label#': 'finance',
      SkipFormulaFields: false,
    },
    { JobName: "O'Brien/ö 100%", JobId: 'j/2' },
  ],
  history: [
    { runstartdate: '2026-01-01T00:00:00Z', connectorid: 'shop', details: '3 tables', instanceid: 'a', records: 5 },
    { runstartdate: '2026-01-02T00:00:00Z', connectorid: 'crm', details: null, instanceid: 'b', records: 7.5 },
    { runstartdate: null, connectorid: 'shop', details: '7 of 13 Tasks Failed', failed: true },
  ],
  connectors: [
    { connectorid: 'shop', workspace: 'Sales' },
    { connectorid: 'crm', workspace: 'Sales', beta: true },
  ],
  workspaces: [
    {
      id: 'w1',
      name: 'Sales',
      is_default: true,
      created_at: '2026-01-01T00:00:00Z',
      connections: [{ id: 'shop', name: 'Shop', connector: 'Shop', error: '' }],
    },
    {
      id: 'w2',
      name: 'Audit',
      is_default: false,
      created_at: '2025-01-01T00:00:00Z',
      permissions: { can_update: true },
    },
  ],
  jobStatus: { j1: [{ history_id: 'h1', status: 'SUCCESS', records_affected: 3 }] },
  taskHistory: { 't1/a%2Fb': [{ task_id: 'a/b', status: 'SUCCESS', affected_rows: 4 }], 't1/empty': [] },
} as const;

/** A sandbox with the small data set, which is closed at the end of the test. */
export function openSandbox(options: SandboxOptions = {}): Sandbox {
  const sandbox = createSandbox({ data: smallData, life: false, ...options });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** Headers with the correct credential for an interface. */
export function headersFor(
  sandbox: Pick<Sandbox, 'credentials'>,
  name: 'odata' | 'v2' | 'cloud',
): Record<string, string> {
  const { apiKey, userToken, personalAccessToken } = sandbox.credentials;
  if (name === 'odata') return { [apiKey.headerName]: apiKey.value };
  if (name === 'v2') return { [userToken.headerName]: userToken.value };
  return basic(personalAccessToken.email, personalAccessToken.token);
}

export function basic(username: string, password: string): { authorization: string } {
  return { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` };
}

/** Sends a GET request with the correct credential and reads the JSON. */
export async function get(
  sandbox: Sandbox,
  name: 'odata' | 'v2',
  path: string,
): Promise<{ status: number; body: JsonBody; text: string }> {
  const response = await sandbox.fetch(sandbox.urls[name] + path, { headers: headersFor(sandbox, name) });
  const text = await response.text();
  return { status: response.status, body: JSON.parse(text) as JsonBody, text };
}

export function runQuery(sandbox: Sandbox, query: unknown): Promise<Response> {
  return sandbox.fetch(`${sandbox.urls.cloud}/api/query`, {
    method: 'POST',
    headers: { ...headersFor(sandbox, 'cloud'), 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
}

export function requestToken(
  sandbox: Sandbox,
  fields: Record<string, string> | string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return sandbox.fetch(`${sandbox.urls.auth}/oauth/token`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(fields),
  });
}

export function serviceAccountFields({ credentials: { serviceAccount } }: Sandbox): Record<string, string> {
  return {
    grant_type: 'client_credentials',
    client_id: serviceAccount.clientId,
    client_secret: serviceAccount.clientSecret,
  };
}

/** The possible members of a response to any operation. A test reads the members that it expects. */
export interface JsonBody {
  readonly [field: string]: unknown;
  readonly value: readonly Readonly<Record<string, unknown>>[];
  readonly error: { readonly code: string; readonly message: string };
}
