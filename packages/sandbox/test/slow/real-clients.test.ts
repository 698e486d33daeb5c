import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { createSandbox, type ListeningSandbox, type Sandbox, type SandboxOptions } from '../../src/index.ts';
import { isInstalled, run } from './support/peers.ts';

async function listen(options: SandboxOptions = {}): Promise<{ sandbox: Sandbox; listening: ListeningSandbox }> {
  const sandbox = createSandbox(options);
  onTestFinished(() => sandbox.close());
  return { sandbox, listening: await sandbox.listen() };
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'client-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

const mcpServer = process.env.SYNCLINE_MCP_SERVER ?? '';
const withoutMcp = existsSync(mcpServer)
  ? undefined
  : "SYNCLINE_MCP_SERVER does not name the built dist/index.js of the vendor's MCP server (CDataSoftware/cdata-sync-mcp-server)";
if (withoutMcp !== undefined) console.log(`skipped: ${withoutMcp}`);

it.skipIf(withoutMcp !== undefined)("the vendor's MCP server reads the history and a job unmodified", async () => {
  const { sandbox, listening } = await listen({ vendor: 'cdata', names: 'pascal' });
  const child = spawn(process.execPath, [mcpServer], {
    env: {
      PATH: process.env.PATH,
      CDATA_BASE_URL: listening.urls.odata,
      CDATA_AUTH_TOKEN: listening.credentials.apiKey.value,
      MCP_TRANSPORT_MODE: 'stdio',
      DISABLE_SSE: 'true',
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  onTestFinished(() => void child.kill());
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let id = 0;
  const ask = async (method: string, params: object): Promise<Record<string, unknown>> => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params })}\n`);
    for (;;) {
      const { value, done } = await answers.next();
      if (done === true) throw new Error(`The MCP server ended before it answered ${method}.`);
      const message = value.startsWith('{')
        ? (JSON.parse(value) as { id?: number; result?: object; error?: object })
        : {};
      if (message.id !== id) continue;
      expect(message.error).toBeUndefined();
      return message.result as Record<string, unknown>;
    }
  };
  const call = async (name: string, args: object): Promise<unknown> => {
    const { content, isError } = (await ask('tools/call', { name, arguments: args })) as {
      content: { text: string }[];
      isError?: boolean;
    };
    expect(isError ?? false, content[0]!.text).toBe(false);
    return JSON.parse(content[0]!.text) as unknown;
  };
  await ask('initialize', {
    protocolVersion: '2024-11-05',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  });
  const failed = await call('read_history', {
    action: 'list',
    filter: "Status eq 'FAILED' and RunStartDate gt 2020-01-01T00:00:00Z",
    orderby: 'RunStartDate desc',
    select: 'Id,JobName,RunStartDate,Status',
  });
  const rows = recordsOf(failed);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows[0]).toMatchObject({ Id: expect.any(String) as string, Status: 'FAILED' });
  expect(JSON.stringify(await call('read_jobs', { action: 'get', jobName: 'CRM to Warehouse' }))).toContain(
    '"CRM to Warehouse"',
  );
  expect(sandbox.requests.map(({ status, ignored }) => [status, ignored])).toEqual([
    [200, ['workspaceId']],
    [200, ['workspaceId']],
  ]);
});

/** The records in the result of a tool, however the tool wraps them. */
function recordsOf(value: unknown): readonly object[] {
  if (Array.isArray(value)) return value as object[];
  return Object.values(value as object)
    .filter((one) => Array.isArray(one))
    .flat() as object[];
}

const python = isInstalled('python3', ['-c', 'import requests'])
  ? undefined
  : 'python3 cannot import requests (Debian: apt-get install python3-requests)';
if (python !== undefined) console.log(`skipped: ${python}`);

it.skipIf(python !== undefined)("Python's requests reads jobs and history, and gets a token", async () => {
  const { sandbox, listening } = await listen();
  const script = `
import json, os, requests
urls, credentials = json.loads(os.environ['URLS']), json.loads(os.environ['CREDENTIALS'])
basic = (credentials['basic']['username'], credentials['basic']['password'])
key = {credentials['apiKey']['headerName']: credentials['apiKey']['value']}
job = requests.get(urls['odata'] + "/jobs('O''Brien%2Fnightly')", auth=basic)
history = requests.get(urls['odata'] + '/history', headers=key, params={
    '$filter': "contains(details, 'failed') and runstartdate gt 2020-01-01T00:00:00+02:00",
    '$select': 'runstartdate,details', '$orderby': 'runstartdate desc', 'client': 'python'})
token = requests.post(urls['auth'] + '/oauth/token', data={'grant_type': 'client_credentials',
    'client_id': credentials['serviceAccount']['clientId'], 'client_secret': credentials['serviceAccount']['clientSecret']})
query = requests.post(urls['cloud'] + '/api/query', json={'query': 'SELECT JobName FROM jobs LIMIT 1'},
    headers={'Authorization': 'Bearer ' + token.json()['access_token']})
print(json.dumps([job.json()['RowVersion'], [job.status_code, history.status_code, token.status_code, query.status_code],
    len(history.json()['value']), query.json()]))`;
  const { code, output } = await run('python3', ['-c', script], {
    env: { URLS: JSON.stringify(listening.urls), CREDENTIALS: JSON.stringify(listening.credentials) },
  });
  expect(code, output).toBe(0);
  expect(output).toMatch(
    /^\[9007199254740993, \[200, 200, 200, 200\], [1-9]\d*, \[\{"JobName": "CRM to Warehouse"\}\]\]\n$/,
  );
  expect(sandbox.requests.map(({ ignored }) => ignored)).toEqual([undefined, ['client'], undefined, undefined]);
});

it('the same clients are refused by a strict sandbox, with the reason', async () => {
  const { sandbox, listening } = await listen({ strict: true });
  const path = join(folder(), 'query.txt');
  writeFileSync(path, "$filter=details+eq+'x'");
  const { headerName, value } = listening.credentials.apiKey;
  await fetch(`${listening.urls.odata}/history?$filter=details+eq+'x'`, { headers: { [headerName]: value } });
  await fetch(`${listening.urls.odata}/history?workspaceId=default`, { headers: { [headerName]: value } });
  expect(sandbox.requests.map(({ status }) => status)).toEqual([400, 400]);
  expect(sandbox.requests[1]!.reason).toBe("There is no query parameter 'workspaceId' here.");
});
