import { expect, it, onTestFinished } from 'vitest';
import { createSandbox } from '../../src/index.ts';

it('lets the option cors decide which pages may read a recording, not the recorded service', async () => {
  const headers = [
    { name: 'Access-Control-Allow-Origin', value: '*' },
    { name: 'access-control-allow-credentials', value: 'true' },
    { name: 'alt-svc', value: 'h3=":443"' },
    { name: 'etag', value: '"1"' },
  ];
  const entry = {
    request: { method: 'GET', url: "https://sync.example.com/jobs('A')", headers: [] },
    response: { status: 200, headers, content: { size: 2, mimeType: 'application/json', text: '{}' } },
  };
  const sandbox = createSandbox({ replay: { log: { entries: [entry] } } });
  onTestFinished(() => sandbox.close());
  const read = async (origin: string) => {
    const response = await sandbox.fetch(`${sandbox.urls.odata}/jobs('A')`, { headers: { origin } });
    return [...response.headers.keys()].filter((name) => /^(access-control-|alt-svc$|etag$)/.test(name));
  };
  expect(await read('https://other.example')).toEqual(['etag']);
  expect(await read('http://localhost:3000')).toEqual([
    'access-control-allow-origin',
    'access-control-expose-headers',
    'etag',
  ]);
});
