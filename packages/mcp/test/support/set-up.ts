import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@syncline/core/internal';
import { createSandbox, type SandboxOptions } from '@syncline/sandbox';
import { onTestFinished } from 'vitest';
import { openTools } from '../../src/index.ts';

/** The current time of the sandbox and of the tools. */
export const now = Date.parse('2026-03-02T12:00:00Z');
/** The token of clients over HTTP. No output may show it. */
export const token = 'canary-token-3b1f0c9d7a';

const elsewhere = 'https://test.example';

/** The options of a test. */
export interface SetUp {
  readonly sandbox?: SandboxOptions | undefined;
  /** The entry `mcp` of the configuration, and other entries */
  readonly yaml?: string | undefined;
  /** The interfaces of the environment `production`. @default both */
  readonly interfaces?: readonly ('odata' | 'v2')[] | undefined;
}

/** The configuration text of an environment for a sandbox. The variable P contains the password. */
export function environmentYaml(
  name: string,
  { urls, credentials }: Pick<ReturnType<typeof createSandbox>, 'urls' | 'credentials'>,
  interfaces: readonly ('odata' | 'v2')[] = ['odata', 'v2'],
): string {
  const user = credentials.basic.username;
  const lines = interfaces.map(
    (kind) =>
      `    ${kind}: { url: '${urls[kind]}', credential: { basic: { username: '${user}', password: { env: P } } } }\n`,
  );
  return `  ${name}:\n${lines.join('')}`;
}

export const commonYaml = `outcomes: { succeeded: [SUCCESS], failed: [FAILED], cancelled: [CANCELLED], running: [RUNNING], partial: ['/^\\d+ of \\d+ Tasks Failed$/'] }
history: { key: historyid, job: jobname, status: status, start: runstartdate, end: runenddate, rows: recordsaffected, error: error, timeZone: UTC }
freshness: [{ jobs: '*', warnAfter: 2h, errorAfter: 6h }]
`;

/** A folder with a configuration, which is removed at the end of the test. */
export function folderWith(yaml: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'syncline-mcp-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'syncline.yaml'), yaml);
  return join(folder, 'syncline.yaml');
}

/** Tools for two sandboxes in memory, which are the environments `production` and `test`. */
export async function setUp({ sandbox: options, yaml = '', interfaces }: SetUp = {}) {
  const create = (seed: number) =>
    createSandbox({
      seed,
      scale: { jobs: 12, history: 600 },
      clock: { start: new Date(now).toISOString() },
      life: false,
      edgeCases: false,
      ...options,
    });
  const [sandbox, other] = [create(7), create(8)];
  const file = folderWith(
    `default: production\nenvironments:\n${environmentYaml('production', sandbox, interfaces)}${environmentYaml('test', other).replaceAll(new URL(other.urls.odata).origin, elsewhere)}${commonYaml}${yaml}`,
  );
  const service: { reply: (() => Response) | undefined } = { reply: undefined };
  const sent: string[] = [];
  const audit: string[] = [];
  const clock = { ...systemClock, reading: 0, now: () => clock.reading, date: () => now };
  const tools = await openTools({
    file,
    variables: { P: sandbox.credentials.basic.password, T: token },
    // Sandboxes that do not listen have the same address, so the second one gets another address here.
    fetch: (url, init) => {
      sent.push(`${init.method} ${new URL(url).pathname}`);
      if (service.reply !== undefined) return Promise.resolve(service.reply());
      return url.startsWith(elsewhere)
        ? other.fetch(url.replace(elsewhere, new URL(other.urls.odata).origin), init)
        : sandbox.fetch(url, init);
    },
    clock,
    audit: (line) => audit.push(line),
  });
  onTestFinished(() => tools.close());
  const raw = (name: string, args: object = {}) => tools.call(name, args, new AbortController().signal);
  return {
    sandbox,
    /** If `reply` is set, it responds instead of the sandbox */
    service,
    tools,
    file,
    clock,
    /** The method and path of each request, in the order of sending */
    sent,
    audit,
    raw,
    /** Returns the structured content of a call that must succeed */
    call: async (name: string, args: object = {}) => {
      const result = await raw(name, args);
      if (result.isError === true) throw new Error(result.content[0]?.text);
      return result.structuredContent as Record<string, unknown> & Record<string, Row[]>;
    },
    /** Returns the text of a call that must fail */
    refusal: async (name: string, args: object = {}) => {
      const { isError, content, structuredContent } = await raw(name, args);
      if (isError !== true || structuredContent !== undefined) throw new Error(`${name} succeeded`);
      return content[0]?.text;
    },
  };
}

/** A row of a result. */
export interface Row extends Record<string, unknown> {
  readonly untrusted: Readonly<Record<string, string>>;
}
