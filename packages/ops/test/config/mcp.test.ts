import { expect, test } from 'vitest';
import { printProblem } from '../../src/index.ts';
import { readConfig } from '../../src/config/read-config.ts';

/** A value that no message may show. */
const canary = 'hunter2-canary-7f3a';
const base = `environments:
  p:
    odata: { url: https://a.example.com, credential: { basic: { username: a, password: { env: P } } } }
`;

test.each([
  ['an environment that does not exist', 'environments: [p, q*]', 'mcp.environments[1] must match an environment: p'],
  ['a task without its transformation', 'tasks: [7]', 'mcp.tasks[0] must be '],
  ['a token in the file', `token: ${canary}`, 'mcp.token must be a reference to a secret'],
])('%s is one problem of the MCP server', (_name, text, expected) => {
  const problems = readConfig(`${base}mcp: { ${text} }\n`).problems.map((problem) => printProblem('f', problem));
  expect(problems.join('\n')).toContain(expected);
  expect(problems.join('\n')).not.toContain(canary);
  expect(problems).toHaveLength(1);
});
