import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Ended, runBin } from '../command/support/run-bin.ts';
import { type Installation, install, services } from '../command/support/services.ts';

/** A user's setup: several environments, overriding environment variables, and a credential that a command prints. */
let production: Installation;
let staging: Installation;
let file = '';
const firstJob = { sandbox: { data: { jobs: [{ JobName: 'Staging only', JobId: 's1' }] } as never } };

beforeAll(async () => {
  [production, staging] = [await install(services.healthy), await install(firstJob)];
  const entry = (installation: Installation, variable: string) => {
    const text = readFileSync(installation.file, 'utf8').replaceAll('SYNC_PASSWORD', variable);
    return /odata: .*\n.*v2: .*/.exec(text)?.[0] ?? '';
  };
  const rest = readFileSync(production.file, 'utf8').replace(/^environments:[\s\S]*?(?=outcomes:)/, '');
  file = join(production.folder, 'both.yaml');
  writeFileSync(
    file,
    `environments:
  production:
    ${entry(production, 'PRODUCTION_PASSWORD')}
  staging:
    ${entry(staging, 'STAGING_PASSWORD')}
${rest}`,
  );
});
afterAll(async () => {
  await production.close();
  await staging.close();
});

const names = ({ out }: Ended) => (JSON.parse(out) as readonly { readonly job: string }[]).map(({ job }) => job).sort();
const history = (more: readonly string[], variables: Readonly<Record<string, string>>) =>
  runBin(['jobs', '--json', '--fields', 'job', ...more], {
    variables: {
      PRODUCTION_PASSWORD: production.secret,
      STAGING_PASSWORD: staging.secret,
      SYNCLINE_CONFIG: file,
      ...variables,
    },
  });

describe('the environment', () => {
  test('must be named if there are several', async () => {
    const ended = await history([], {});
    expect(ended.status).toBe(2);
    expect(JSON.parse(ended.out)).toMatchObject({
      error: {
        message:
          '--environment must be one of production, staging. For a default, add `default: production` to the file',
      },
    });
  });
  test('comes from the option, then from SYNCLINE_ENVIRONMENT', async () => {
    expect(names(await history(['--environment', 'production'], { SYNCLINE_ENVIRONMENT: 'staging' }))).toContain(
      'Orders',
    );
    expect((await history([], { SYNCLINE_ENVIRONMENT: 'production' })).status).toBe(0);
    expect((await history(['--environment', 'prod'], {})).status).toBe(2);
  });
  test('needs only its own variables', async () => {
    const variables = { SYNCLINE_ENVIRONMENT: 'production' };
    const { out } = await runBin(['jobs', '--json', '--fields', 'job', '--config', file], {
      variables: { ...variables, PRODUCTION_PASSWORD: production.secret },
    });
    expect(JSON.parse(out)).toHaveLength(3);
    const lacking = await runBin(['jobs', '--config', file], { variables });
    expect(lacking.status).toBe(2);
    expect(lacking.err).toContain('needs the environment variable PRODUCTION_PASSWORD, which is not set');
  });
  test('is compared with another one by drift', async () => {
    const { status, out } = await runBin(['drift', 'production', 'staging', '--json', '--config', file], {
      variables: { PRODUCTION_PASSWORD: production.secret, STAGING_PASSWORD: staging.secret },
    });
    expect(status).toBe(1);
    expect((JSON.parse(out) as readonly { readonly change: string }[]).map(({ change }) => change)).toContain(
      'removed',
    );
  });
});

test.runIf(existsSync('/dev/full'))('a report that a full disk cannot take is no mistake in the input', async () => {
  const ended = await runBin(['report', '--out', '/dev/full', '--environment', 'production', '--config', file], {
    variables: { PRODUCTION_PASSWORD: production.secret },
  });
  expect([ended.status, ended.err]).toEqual([3, expect.stringContaining('cannot be written (ENOSPC)')]);
});

test('variables with addresses and credentials come before the file', async () => {
  const text = readFileSync(production.file, 'utf8');
  const [, v2 = ''] = /v2: \{ url: '([^']+)'/.exec(text) ?? [];
  const [, odata = ''] = /odata: \{ url: '([^']+)'/.exec(text) ?? [];
  const [, username = ''] = /username: (\w+)/.exec(text) ?? [];
  const ended = await history(['--environment', 'staging'], {
    SYNCLINE_V2_URL: v2,
    SYNCLINE_ODATA_URL: odata,
    SYNCLINE_USERNAME: username,
    SYNCLINE_PASSWORD: production.secret,
  });
  expect(names(ended)).toContain('Orders');
  const wrong = await history(['--environment', 'production'], {
    SYNCLINE_USERNAME: username,
    SYNCLINE_PASSWORD: 'canary-4711-swordfish',
  });
  expect(wrong.status).toBe(3);
  expect(wrong.out).toContain('401');
  expect(wrong.out + wrong.err).not.toContain('canary');
});

describe('a command that prints a secret', () => {
  const withCommand = (command: readonly string[]): string => {
    const place = join(production.folder, 'command.yaml');
    const text = readFileSync(production.file, 'utf8');
    writeFileSync(place, text.replaceAll('{ env: SYNC_PASSWORD }', `{ command: ${JSON.stringify(command)} }`));
    return place;
  };
  test('runs in the folder of the configuration, once, and its output is the password', async () => {
    const script = join(production.folder, 'password.sh');
    writeFileSync(script, `#!/bin/sh\necho ran >> runs.txt\necho '${production.secret}'\n`);
    chmodSync(script, 0o700);
    const ended = await runBin(['status', '--json', '--config', withCommand(['./password.sh'])]);
    expect(ended.status, ended.out).toBe(0);
    expect(readFileSync(join(production.folder, 'runs.txt'), 'utf8')).toBe('ran\n');
  });
  test('is ended at its time limit, and the message shows no argument of it', async () => {
    // Turn time is not used here, because it would speed up the limits of requests but not the limit of a command.
    const { status, err } = await runBin(['status', '--config', withCommand(['sleep', '600'])]);
    expect(status).toBe(2);
    expect(err).toMatch(/needs the command sleep, which did not end within 10000 ms/);
    expect(err).not.toContain('600');
  });
  test('that fails gives the exit status 2, without its output', async () => {
    const command = ['sh', '-c', 'echo canary-4711; echo canary-4712 >&2; exit 7'];
    const { status, out, err } = await runBin(['status', '--config', withCommand(command)]);
    expect(status).toBe(2);
    expect(err).toContain('needs the command sh, which ended with status 7');
    expect(out + err).not.toContain('canary');
  });
});
