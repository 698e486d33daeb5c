import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callbackRows, opsCallbackRows, runCallbackRows, updateCallbackTable } from '../callback-table.ts';
import { errorCodes } from '../error-table.ts';

const root = join(import.meta.dirname, '../..');

/** Matches the types of functions, and of objects with functions, that a caller passes. */
const functionType =
  /=>|\b(?:Transport|Clock|Secret|TokenSharing|TokenStore|Credential|TraceAttempt|Tracer|StandardSchema|RedisClient)\b/;

/** For each interface of options, the name that the table gives to the function or object that takes it. */
const takers: Readonly<Record<string, string>> = {
  ClientOptions: 'a client',
  RecordedClient: '`recorder.transport`',
  RecorderOptions: '`createRecorder`',
  WatchStatusOptions: '`watchStatus`',
  NodeTransportOptions: '`createNodeTransport`',
  TraceOptions: '`traceCalls`',
  ClientCredentialsOptions: '`clientCredentials`',
  SharedTokensOptions: '`sharedTokens`',
  BasicOptions: 'a credential',
  ApiKeyHeaderOptions: 'a credential',
  ApiKeyQueryOptions: 'a credential',
  PersonalAccessTokenOptions: 'a credential',
};

/** Functions that are called before or outside a call, directly on the caller's stack. */
const passedThrough: Readonly<Record<string, string>> = {
  'QueryOptions filter': 'is called immediately, and what it throws reaches its caller unchanged',
  'ToFetchOptions fetch': 'is the `fetch` that `toFetch` extends: its caller gets what it does',
};

/** The options of client and auth that are functions, in the form `interface option`. */
function functionOptions(): readonly string[] {
  const entries = globSync('packages/{client,auth}/src/{index,opentelemetry,*/index}.ts', { cwd: root })
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n');
  const isPublic = (name: string): boolean => new RegExp(`\\b${name}\\b`).test(entries);
  return globSync('packages/{client,auth}/src/**/*.ts', { cwd: root }).flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const interfaces = [...text.matchAll(/^export interface (\w+(?:Options|Client))\b.*?\{\n(.*?)^\}/gms)];
    return interfaces.flatMap(([, name = '', body = '']) =>
      [...body.matchAll(/^ {2}readonly (\w+)\??:([^;]+);/gm)]
        .filter(([, , type = '']) => isPublic(name) && functionType.test(type))
        .map(([, option]) => `${name} ${option}`),
    );
  });
}

describe('the table of callbacks', () => {
  it('has every option of client and auth that is a function, with what takes it', () => {
    const found = functionOptions();
    const isInTable = (each: string): boolean => {
      const [type = '', name] = each.split(' ');
      const taker = takers[type];
      return (
        taker !== undefined &&
        callbackRows.some((row) => row.option.includes(`\`${name}\``) && row.option.includes(taker))
      );
    };
    expect(found.filter((each) => !isInTable(each) && !(each in passedThrough))).toEqual([]);
    // An exception must be removed once no option needs it or the table has the option.
    expect(Object.keys(passedThrough).filter((each) => !found.includes(each) || isInTable(each))).toEqual([]);
    expect(Object.keys(takers).filter((type) => !found.some((each) => each.startsWith(`${type} `)))).toEqual([]);
  });

  it('is the one that the guide shows', () => {
    expect(updateCallbackTable({ check: true })).toBe(false);
  });

  it('names codes that errors have', () => {
    const codes = new Set(['value', 'thrown', ...errorCodes.map(({ code }) => code)]);
    const outcomes = [...callbackRows, ...runCallbackRows, ...opsCallbackRows].flatMap(
      ({ hangs, throws, rejects, lies }) => [hangs, throws, rejects, lies],
    );
    expect(outcomes.filter(({ outcome }) => !codes.has(outcome))).toEqual([]);
  });

  it('names each function of a client that is called through the guard', () => {
    const sources = globSync('packages/{client,auth}/src/**/*.ts', { cwd: root })
      .filter((path) => !path.includes('/recorder/'))
      .map((path) => readFileSync(join(root, path), 'utf8'))
      .join('\n');
    const guarded = [...sources.matchAll(/(?:\.wrongValue\(|guardInCall\(\s*[\w.]+,)\s*'([\w.]+)'/g)].map(
      ([, name = '']) => name,
    );
    const named = JSON.stringify(callbackRows);
    expect(new Set(guarded).size).toBeGreaterThan(3);
    expect(guarded.filter((name) => !named.includes(name))).toEqual([]);
  });
});
