import { connect } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createSandbox } from '../../src/index.ts';
import { createTurnBatch } from '../../src/listen/send-response.ts';

it('delivers the items of a turn together and in order, and flushed items only once', async () => {
  const delivered: (readonly number[])[] = [];
  const turn = createTurnBatch<number>((items) => delivered.push(items));
  turn.add(1);
  turn.add(2);
  expect(delivered).toEqual([]);
  turn.flush();
  expect(delivered).toEqual([[1, 2]]);
  turn.add(3);
  await new Promise(setImmediate);
  turn.flush();
  expect(delivered).toEqual([[1, 2], [3]]);
});

it('a sandbox works in a test with fake timers', async () => {
  const sandbox = createSandbox({ data: { jobs: [{ JobName: 'mine' }] } });
  onTestFinished(() => sandbox.close());
  const {
    urls,
    credentials: { apiKey },
  } = await sandbox.listen();
  vi.useFakeTimers({ toFake: ['setImmediate', 'setTimeout', 'setInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const response = await fetch(`${urls.odata}/jobs('mine')`, { headers: { [apiKey.headerName]: apiKey.value } });
  expect(await response.json()).toEqual({ JobName: 'mine' });
});

it('responses of one turn keep the order of their connection, whether they wait for its end or not', async () => {
  const jobs = ['short', 'long', 'last'].map((JobName) => ({
    JobName,
    Source: JobName.repeat(JobName === 'long' ? 10_000 : 1),
  }));
  const sandbox = createSandbox({ data: { jobs } });
  onTestFinished(() => sandbox.close());
  const {
    urls,
    credentials: { apiKey },
  } = await sandbox.listen();
  const request = (path: string, more = ''): string =>
    `GET ${path} HTTP/1.1\r\nHost: x\r\n${apiKey.headerName}: ${apiKey.value}\r\n${more}\r\n`;
  const paths = ['short', 'long', 'none', 'last'].map((name) => `/odata/jobs('${name}')`);
  const answers = await new Promise<string>((resolve, reject) => {
    let text = '';
    connect(Number(new URL(urls.odata).port), '127.0.0.1')
      .on('data', (chunk) => (text += chunk.toString()))
      .on('error', reject)
      .on('end', () => resolve(text))
      .write(paths.map((path, index) => request(path, index === 3 ? 'Connection: close\r\n' : '')).join(''));
  });
  expect(answers.match(/(?<=HTTP\/1\.1 )\d+|(?<="JobName":")\w+/g)).toEqual([
    '200',
    'short',
    '200',
    'long',
    '404',
    '200',
    'last',
  ]);
});

it('a short response does not wait for a list that is read in the same turn', async () => {
  // Too long to wait for the end of the turn, and short enough to arrive in one piece.
  const history = Array.from({ length: 600 }, (_, index) => ({ runstartdate: '2026-01-01T00:00:00Z', index }));
  const sandbox = createSandbox({ data: { jobs: [{ JobName: 'mine' }], history } });
  onTestFinished(() => sandbox.close());
  const {
    urls,
    credentials: { apiKey },
  } = await sandbox.listen();
  const arrived: string[] = [];
  const open = async (path: string) => {
    const socket = connect(Number(new URL(urls.odata).port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    let answered = (): void => {};
    socket.on('data', () => {
      arrived.push(path);
      answered();
    });
    const request = (): Promise<void> => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n${apiKey.headerName}: ${apiKey.value}\r\n\r\n`);
      return new Promise((resolve) => (answered = resolve));
    };
    // The server has accepted the connection once it has answered.
    await request();
    return request;
  };
  const requestJob = await open("/odata/jobs('mine')");
  const requestHistory = await open('/odata/history');
  arrived.length = 0;
  // Both arrive in one turn, because nothing is read in between.
  await Promise.all([requestJob(), requestHistory()]);
  expect(arrived).toEqual(["/odata/jobs('mine')", '/odata/history']);
});
