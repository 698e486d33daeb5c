import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ConfigError } from '@syncline/core/internal';
import { errorCodes } from '../../../scripts/error-table.ts';
import { dist } from './support/serve.ts';

const root = new URL('../../../', import.meta.url);
const { homepage } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { homepage: string };

for (const { code, remedy } of errorCodes)
  test(`the page of ${code} has the cause, an example message and what to do`, () => {
    const markdown = readFileSync(new URL(`errors/${code}.md`, dist), 'utf8');
    assert.ok(markdown.startsWith(`# ${code}\n`));
    assert.ok(markdown.includes(remedy));
    assert.match(markdown, /```text\n.+[\s\S]*## How it happens\n[\s\S]*```(?:ts|sh)\n.+/);
  });

test('the page of an error with several causes says what to do about each', () => {
  const remedies = (code: string) => {
    const [, part = ''] = readFileSync(new URL(`errors/${code}.md`, dist), 'utf8').split('## What to do\n');
    return part.split('\n## ')[0]!;
  };
  assert.match(remedies('HTTP_ERROR'), /\| 403 \| Check the permissions/);
  assert.match(remedies('RESPONSE_FORMAT'), /\| `content-type` \|.*\| Check `baseUrl`/);
});

test('error.help is the address of a page of the site, for each code', () => {
  const { help } = new ConfigError('port', 'must be a whole number');
  const address = (code: string) => help.replace('CONFIG_INVALID', code);
  for (const { code } of errorCodes) {
    const page = address(code);
    assert.ok(page.startsWith(homepage), page);
    assert.ok(existsSync(new URL(`${page.slice(homepage.length)}index.html`, dist)), page);
  }
});

test('the messages of commands are those of the sources', () => {
  const commands = JSON.parse(readFileSync(new URL('../errors/commands.json', import.meta.url), 'utf8')) as Record<
    string,
    { message: string }
  >;
  const sources = globSync('packages/{cli,ops,mcp}/src/**/*.ts', { cwd: fileURLToPath(root) })
    .map((file) => readFileSync(new URL(file, root), 'utf8'))
    .join('\n');
  /** The fixed parts of each message. */
  const fixed: Readonly<Record<string, readonly string[]>> = {
    EXPORT_FAILED: [
      'The export cannot be written to ',
      'the system reported ',
      'fix the cause, and run the same command',
    ],
    MCP_REFUSED: ['The environments are '],
    GENERATE_FAILED: [' cannot be read'],
  };
  assert.deepEqual(Object.keys(commands).sort(), Object.keys(fixed).sort());
  for (const [code, parts] of Object.entries(fixed))
    for (const part of parts) {
      assert.ok(commands[code]?.message.includes(part), `${code}: ${part}`);
      assert.ok(sources.includes(part), `${code}: ${part}`);
    }
});
