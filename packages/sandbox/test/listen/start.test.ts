import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/** Serves one job over a socket and prints the Node modules that were loaded for it. */
const program = `
  import { connect } from 'node:net';
  import { createSandbox } from ${JSON.stringify(fileURLToPath(new URL('../../src/index.ts', import.meta.url)))};
  const sandbox = createSandbox();
  const { port } = new URL((await sandbox.listen()).urls.odata);
  const { headerName, value } = sandbox.credentials.apiKey;
  let answer = '';
  const socket = connect(port, '127.0.0.1', () => socket.write("GET /odata/jobs('" + encodeURIComponent(sandbox.examples.JobName) + "') HTTP/1.1\\r\\nHost: x\\r\\nConnection: close\\r\\n" + headerName + ': ' + value + '\\r\\n\\r\\n'));
  for await (const chunk of socket) answer += chunk;
  console.log(JSON.stringify({ status: answer.slice(9, 12), loaded: process.moduleLoadList }));
  await sandbox.close();
`;

it("the first response loads nothing of Node's fetch, which would take longer than everything else", () => {
  const output = execFileSync(
    process.execPath,
    ['--conditions=@syncline/source', '--no-warnings', '--input-type=module', '-e', program],
    { encoding: 'utf8' },
  );
  const { status, loaded } = JSON.parse(output) as { status: string; loaded: string[] };
  expect(status).toBe('200');
  expect(loaded).toContain('NativeModule sqlite');
  expect(loaded.filter((name) => /undici|webcrypto/.test(name))).toEqual([]);
});
