// The configurations of the site, the READMEs, the messages and the help, as a reader copies them: every block is valid,
// and a complete one runs the guide's commands against a sandbox.
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSandbox } from '@syncline/sandbox';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readConfig } from '../../ops/src/config/read-config.ts';
import { run } from '../src/program.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const pages = globSync(['README.md', 'packages/*/README.md', 'packages/docs/src/content/docs/**/*.{md,mdx}'], {
  cwd: root,
  // The build of the site writes them, so that they are not always there.
  exclude: ['packages/docs/src/content/docs/reference/**'],
});
const entries =
  /^(environments|default|outcomes|history|freshness|store|keepRuns|alerts|causes|mcp|lint|volume|cron):/m;
const blocks = pages.flatMap((page) =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/^```yaml(.*)\n([^]*?)\n```$/gm)].flatMap(
    ([, title = '', text = '']) =>
      title.includes('syncline.yaml') || (title.trim() === '' && entries.test(text))
        ? [{ page: relative('.', page), text }]
        : [],
  ),
);
const isComplete = (text: string): boolean => /^environments:/m.test(text);

const service = `{ odata: { url: https://sync.example.com, credential: { basic: { username: a, password: { env: P } } } } }`;
const base = `environments: { production: ${service}, test: ${service} }
outcomes: { succeeded: [SUCCESS] }
history: { key: historyid, job: jobname, status: status, start: runstartdate, end: runenddate }
`;
/** A block of some entries, in a file that has the others. */
const completed = (text: string): string => {
  const own = new Set([...text.matchAll(/^(\w+):/gm)].map(([, name]) => name));
  const others = base.split('\n').filter((line) => !own.has(/^(\w+):/.exec(line)?.[1] ?? ''));
  return `${others.join('\n')}${text}\n`;
};

/** The texts in the sources that are entries of a configuration: what a message or a help shows as an example. */
const shown = globSync('packages/{cli,mcp,ops}/src/**/*.ts', { cwd: root }).flatMap((page) =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/`([^`]*)`/g)].flatMap(([, template = '']) => {
    const text = template.replace('${environment}', 'production').replace('${kind}', 'odata');
    return entries.test(text) && text.includes('\n') ? [{ page, text }] : [];
  }),
);

test('the site, the READMEs and the messages have configurations', () => {
  expect(blocks.length).toBeGreaterThanOrEqual(12);
  expect(blocks.filter(({ text }) => isComplete(text)).length).toBeGreaterThanOrEqual(4);
  expect(shown.map(({ text }) => text.split(':')[0])).toEqual(
    expect.arrayContaining(['environments', 'outcomes', 'history', 'freshness', 'store']),
  );
});

test.each([...blocks, ...shown])('a configuration of $page is valid', ({ text }) =>
  expect(readConfig(isComplete(text) ? `${text}\n` : completed(text)).problems).toEqual([]));

describe('a complete configuration', () => {
  const folder = mkdtempSync(join(tmpdir(), 'documented-'));
  // A day of runs, of which the last ones ended shortly before now.
  const sandbox = createSandbox({ scale: { jobs: 12, history: 300 }, clock: { start: new Date() } });
  let urls: Awaited<ReturnType<typeof sandbox.listen>>['urls'];
  beforeAll(async () => void ({ urls } = await sandbox.listen()));
  afterAll(async () => {
    await sandbox.close();
    rmSync(folder, { recursive: true });
  });
  const runHere = async (file: string, args: string) => {
    vi.stubEnv('SYNCLINE_CONFIG', file);
    vi.stubEnv('DOCUMENTED_PASSWORD', sandbox.credentials.basic.password);
    const lines: string[] = [];
    const print = (line: string): void => void lines.push(line);
    const status = await run(args.split(' '), { out: print, err: print, colored: false });
    vi.unstubAllEnvs();
    return { status, text: lines.join('\n') };
  };
  /** The same for the sandbox: only the addresses and the credentials differ. */
  const forSandbox = (text: string): string =>
    text
      .replaceAll('https://sync.example.com/app', urls.odata)
      .replaceAll(/https:\/\/sync\.example\.com(?=[\s,}])/g, urls.v2)
      .replaceAll(
        /credential: \{ (?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})* \}/g,
        `credential: { basic: { username: ${sandbox.credentials.basic.username}, password: { env: DOCUMENTED_PASSWORD } } }`,
      )
      .replace('./runs.db', join(folder, 'runs.db'));

  test.each(
    blocks
      .filter(({ text }) => isComplete(text))
      .flatMap(({ page, text }) =>
        ['config check', 'status --since 7d', 'freshness', 'history --since 7d', 'config check --since 7d'].map(
          (args) => [page, args, text] as const,
        ),
      ),
  )('of %s runs `syncline %s`', async (_page, args, text) => {
    const file = join(folder, 'syncline.yaml');
    writeFileSync(file, forSandbox(text));
    const found = await runHere(file, args);
    expect(found.status, found.text).toBeLessThan(2);
  });

  test('whose history.error is a text of every run is reported by the check', async () => {
    const file = join(folder, 'syncline.yaml');
    const text = blocks.filter((block) => block.page.endsWith('guides/watching-jobs.md'))[0]?.text ?? '';
    writeFileSync(file, forSandbox(text).replace('key: historyid', 'error: details, key: historyid'));
    const found = await runHere(file, 'config check --since 7d');
    expect(found.text).toMatch(
      /All \d+ runs have a text in history\.error \(details\), so all of them count as failed/,
    );
    writeFileSync(file, forSandbox(text).replace('key: historyid', 'error: error, key: historyid'));
    expect((await runHere(file, 'config check --since 7d')).text).not.toContain('history.error');
  });
});
