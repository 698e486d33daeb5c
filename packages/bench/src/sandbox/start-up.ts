import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { median } from '../harness/statistics.ts';

interface Announced {
  urls: { odata: string };
  credentials: { apiKey: { headerName: string; value: string } };
}

/** Times in milliseconds from the start of a process. */
export interface StartUp {
  /** To the first byte of output of an empty Node process. */
  readonly empty: number;
  /** To the line with the addresses. */
  readonly line: number;
  /** To the last byte of the first response, with one job. */
  readonly job: number;
  /** To the last byte of the first response, with the whole history. */
  readonly history: number;
}

const bin = fileURLToPath(new URL('../../../sandbox/dist/bin.js', import.meta.url));

/** Starts the built command repeatedly, in turns with an empty Node process, and returns the medians. */
export async function measureStartUp(rounds: number): Promise<StartUp> {
  if (!existsSync(bin)) throw new Error('packages/sandbox/dist/bin.js does not exist. Run `npm run build` first.');
  const samples: StartUp[] = [];
  for (let round = -1; round < rounds; round++) {
    const empty = await start(['-e', "process.stdout.write('x\\n')"], () => Promise.resolve());
    const job = await start([bin, '--json'], (announced) => get(announced, "/jobs('CRM%20to%20Warehouse')"));
    const history = await start([bin, '--json'], (announced) => get(announced, '/history'));
    if (round >= 0) samples.push({ empty: empty.line, line: job.line, job: job.end, history: history.end });
  }
  const middle = (key: keyof StartUp): number => median(samples.map((sample) => sample[key]));
  return { empty: middle('empty'), line: middle('line'), job: middle('job'), history: middle('history') };
}

/** Starts Node, runs `then` after its first line, and ends it. Returns the times of both since the start. */
async function start(
  args: readonly string[],
  then: (line: string) => Promise<void>,
): Promise<{ line: number; end: number }> {
  const begun = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  try {
    const text = await firstLine(child.stdout);
    const line = performance.now() - begun;
    await then(text);
    return { line, end: performance.now() - begun };
  } finally {
    child.kill('SIGKILL');
    await exited;
  }
}

async function firstLine(output: AsyncIterable<Buffer>): Promise<string> {
  let text = '';
  for await (const chunk of output) {
    text += chunk.toString();
    if (text.includes('\n')) return text;
  }
  throw new Error('The command ended before it printed a line.');
}

/** Uses node:http, because the first `fetch` of a process loads so much code that it would distort the result. */
function get(line: string, path: string): Promise<void> {
  const {
    urls,
    credentials: { apiKey },
  } = JSON.parse(line) as Announced;
  return new Promise((resolve, reject) => {
    const sent = request(urls.odata + path, { headers: { [apiKey.headerName]: apiKey.value } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`The first response has the status ${response.statusCode}.`));
      response.resume().on('end', resolve);
    });
    sent.on('error', reject).end();
  });
}
