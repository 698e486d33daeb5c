import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { bundleChunks } from '../../../bench/src/size/bundle.ts';

// A page that requests a token while the chunk is missing, as after a new release of the page, and again later.
const program = `
  import { clientCredentials } from '@syncline/auth';
  const fetch = async () => Response.json({ access_token: 'a-token', token_type: 'bearer' });
  const credential = clientCredentials({ authUrl: 'https://auth.example.com', clientId: 'id', clientSecret: 'secret', fetch });
  export async function ask() {
    const request = { url: 'https://sync.example.com/', method: 'GET', headers: {} };
    try {
      await credential.apply(request);
      return request.headers.authorization;
    } catch (error) {
      return { name: error.name, code: error.code, message: error.message };
    }
  }`;

it('what a token request needs loads with it; if it does not load, the call fails, and the next one loads it again', async () => {
  const chunks = await bundleChunks(program, new URL('.', import.meta.url), {
    conditions: ['@syncline/source'],
    minify: true,
  });
  const exchange = chunks.find(({ moduleIds }) => moduleIds.every((id) => id.endsWith('/token-exchange.ts')));
  if (exchange === undefined) throw new Error('The exchange has no chunk of its own.');
  const folder = await mkdtemp(join(tmpdir(), 'chunks-'));
  try {
    for (const { fileName, code } of chunks)
      if (fileName !== exchange.fileName) await writeFile(join(folder, fileName), code);
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    const page = `
      import { writeFileSync } from 'node:fs';
      import { ask } from './${chunks.find(({ isEntry }) => isEntry)?.fileName}';
      const missing = await ask();
      writeFileSync(new URL('./${exchange.fileName}', import.meta.url), ${JSON.stringify(exchange.code)});
      console.log(JSON.stringify([missing, await ask()]));`;
    await writeFile(join(folder, 'page.js'), page);
    const { stdout } = await promisify(execFile)(process.execPath, ['page.js'], { cwd: folder });
    expect(JSON.parse(stdout)).toEqual([
      {
        name: 'NetworkError',
        code: 'NETWORK_ERROR',
        message:
          'POST /oauth/token: part of the client did not load (use @syncline/client/bundled): ERR_MODULE_NOT_FOUND',
      },
      'Bearer a-token',
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
