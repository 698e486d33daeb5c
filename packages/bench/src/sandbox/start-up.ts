import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { median } from '../harness/statistics.ts';

interface Announced {
  urls: { odata: string };
  credentials: { apiKey: { headerName: string; value: string } };
}

/** Milliseconds from the start of a process. */
export interface StartUp {
  /** An empty Node process, to its first byte of output. */
  readonly empty: number;
  /** To the line that tells the addresses. */
  readonly line: number;
  /** To the last byte of the first answer, one job. */
  readonly job: number;
  /** To the last byte of the first answer where that is the whole history. */
  readonly history: number;
}

const bin = fileURLToPath(new URL('../../../sandbox/dist/bin.js', import.meta.url));

/** Starts the built command again and again, an empty Node process between each, and gives the medians. */
export async function measureStartUp(rounds: number): Promise<StartUp> {
  if (!existsSync(bin)) throw new Error('packages/sandbox/dist/bin.js is not there: run `npm run build` first');
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

/** Starts Node, runs `then` on its first line, and ends it: the times of both since the start. */
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
  throw new Error('the command ended before it said anything');
}

/** By node:http: the first `fetch` of a process loads so much that it would be what is measured. */
function get(line: string, path: string): Promise<void> {
  const {
    urls,
    credentials: { apiKey },
  } = JSON.parse(line) as Announced;
  return new Promise((resolve, reject) => {
    const sent = request(urls.odata + path, { headers: { [apiKey.headerName]: apiKey.value } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`the first answer is a ${response.statusCode}`));
      response.resume().on('end', resolve);
    });
    sent.on('error', reject).end();
  });
}
