// Why: CONTRIBUTING of the client lists the files that one request goes through, in order. This runs `odata.history.list({ filter })`
// once and finds them: V8's coverage shows which files of client and core had a function that ran, and a mark at the
// beginning of every function shows the order. Prints the files as JSON; scripts/test/request-path.test.ts compares
// them with that page.
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'rolldown/utils';

const isOnPath = (url: string): boolean => /\/packages\/(client|core)\/src\//.test(url);
const short = (url: string): string => url.slice(url.indexOf('/packages/') + 1);

const entered = new Set<string>();
(globalThis as { entered?: (file: string) => void }).entered = (file) => void entered.add(file);

/** JavaScript with a mark at the beginning of every function. */
function withMarks(source: string, file: string): string {
  const mark = `globalThis.entered(${JSON.stringify(file)})`;
  const edits: { at: number; text: string }[] = [];
  const add = ({ body }: { body: { type: string; start: number; end: number } | null }): void => {
    if (body === null) return;
    if (body.type === 'BlockStatement' || body.type === 'FunctionBody')
      edits.push({ at: body.start + 1, text: `${mark};` });
    else edits.push({ at: body.start, text: `(${mark}, ` }, { at: body.end, text: ')' });
  };
  const { program } = parseSync(file.replace(/ts$/, 'js'), source);
  new Visitor({ FunctionDeclaration: add, FunctionExpression: add, ArrowFunctionExpression: add }).visit(program);
  let marked = source;
  for (const { at, text } of edits.sort((left, right) => right.at - left.at))
    marked = marked.slice(0, at) + text + marked.slice(at);
  return marked;
}

registerHooks({
  load(url, context, next) {
    if (!isOnPath(url)) return next(url, context);
    const source = stripTypeScriptTypes(readFileSync(fileURLToPath(url), 'utf8'));
    return { format: 'module', source: withMarks(source, short(url)), shortCircuit: true };
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
