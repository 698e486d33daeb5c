// Why: CONTRIBUTING says which files one request goes through, and in which order. This runs `odata.history.list({ filter })` once and
// finds out: V8's coverage says which files of client and core had a function that ran, and a mark at the beginning of every function
// says in which order they came. Prints the files as JSON; scripts/test/request-path.test.ts compares them with CONTRIBUTING.
import { Session } from 'node:inspector/promises';
import { createRequire, registerHooks, stripTypeScriptTypes } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readFileSync } from 'node:fs';
import type * as TypeScript from 'typescript';

const root = resolve(import.meta.dirname, '..');
const ts = createRequire(resolve(root, 'packages/cli/package.json'))('typescript') as typeof TypeScript;
const isOnPath = (url: string): boolean => /\/packages\/(client|core)\/src\//.test(url);
const short = (url: string): string => url.slice(url.indexOf('/packages/') + 1);

const entered = new Set<string>();
(globalThis as { entered?: (file: string) => void }).entered = (file) => void entered.add(file);

/** The source with a mark at the beginning of every function. */
function withMarks(source: string, file: string): string {
  const mark = `globalThis.entered(${JSON.stringify(file)})`;
  const edits: { at: number; text: string }[] = [];
  const visit = (node: TypeScript.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const body = node.body as TypeScript.Node;
      if (ts.isBlock(body)) {
        const first = body.statements.find((statement) => /^super\(/.test(statement.getText()));
        edits.push({ at: first?.end ?? body.getStart() + 1, text: `${mark};` });
      } else {
        edits.push({ at: body.getStart(), text: `(${mark}, ` }, { at: body.end, text: ')' });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true));
  let marked = source;
  for (const { at, text } of edits.sort((one, other) => other.at - one.at)) {
    marked = marked.slice(0, at) + text + marked.slice(at);
  }
  return marked;
}

registerHooks({
  load(url, context, next) {
    if (!isOnPath(url)) return next(url, context);
    const source = withMarks(readFileSync(fileURLToPath(url), 'utf8'), short(url));
    return { format: 'module', source: stripTypeScriptTypes(source), shortCircuit: true };
  },
});

const { createODataClient } = await import('@syncline/client');
const { basic } = await import('@syncline/auth');
const odata = createODataClient({
  baseUrl: 'https://sync.example.com',
  credential: basic({ username: 'ada', password: 'the password' }),
  fetch: async () => new Response('[{"details":"x"}]', { headers: { 'content-type': 'application/json' } }),
});

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
entered.clear();
await odata.history.list({ filter: (h) => h.details.eq('x') });
const { result } = await session.post('Profiler.takePreciseCoverage');
session.disconnect();

const ran = result
  .filter(({ url, functions }) => isOnPath(url) && functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0))
  .map(({ url }) => short(url));
const unmarked = ran.filter((file) => !entered.has(file));
if (unmarked.length > 0) throw new Error(`V8 says that these ran too: ${unmarked.join(', ')}`);
console.log(JSON.stringify([...entered], undefined, 2));
