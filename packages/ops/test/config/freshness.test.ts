import { expect, test } from 'vitest';
import { printProblem } from '../../src/index.ts';
import { readConfig } from '../../src/config/read-config.ts';

const head = `environments:
  p:
    odata: { url: https://a.example.com, credential: { basic: { username: a, password: { env: P } } } }
freshness: [{ jobs: '*', errorAfter: 6h, skipWhileRunning: true }]
`;
const columns = 'key: id, job: name, status: status, start: start';

test.each([
  ['', []],
  [`history: { ${columns}, end: end }`, []],
  [
    `history: { ${columns} }`,
    [
      'f:4:60: error: freshness[0].skipWhileRunning needs `end` in `history`, because only the end of a run shows how long the job was running',
    ],
  ],
])('scheduled runs can only be skipped if the end of a run is known: %j', (text, expected) => {
  const { problems } = readConfig(`${head}${text}\n`);
  expect(problems.map((problem) => printProblem('f', problem))).toEqual(expected);
});
