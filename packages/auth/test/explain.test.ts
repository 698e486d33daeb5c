import { securitySchemes, operations, type OperationId } from '@syncline/openapi';
import { describe, expect, it } from 'vitest';
import { apiKeyHeader, apiKeyQuery, basic, bearer, explain, personalAccessToken } from '../src/index.ts';

describe('explain', () => {
  it.each([
    ['getJob', ['basic', 'apiKeyHeader', 'apiKeyQuery']],
    ['listHistory', ['basic', 'apiKeyHeader', 'apiKeyQuery']],
    ['listConnectors', ['basic', 'apiKeyHeader', 'apiKeyQuery']],
    ['listWorkspaces', ['userToken', 'basic']],
    ['listTaskHistory', ['userToken', 'basic']],
    ['listJobStatus', ['userToken', 'basic']],
    ['runQuery', ['personalAccessToken', 'clientCredentials']],
    ['createToken', []],
  ] as const)('%s allows %j', (operationId, schemes) => {
    expect(
      explain(operationId)
        .allowed.map(({ scheme }) => scheme)
        .sort(),
    ).toEqual([...schemes].sort());
    expect(explain(operationId).sent).toBeNull();
  });

  it('knows every operation and scheme of the documents', () => {
    const schemes = (Object.keys(operations) as OperationId[]).flatMap((id) => explain(id).allowed);
    expect(new Set(schemes.map(({ scheme }) => scheme))).toEqual(new Set(Object.keys(securitySchemes)));
    for (const { factory, carrier } of schemes)
      expect([factory.includes('('), carrier.length > 9]).toEqual([true, true]);
  });

  it.each([
    [
      'listHistory',
      apiKeyHeader({ name: 'x-acme-authtoken', value: 'k' }),
      'apiKeyHeader',
      'header x-{vendor}-authtoken',
    ],
    ['listHistory', apiKeyQuery({ value: 'k' }), 'apiKeyQuery', 'query @authtoken'],
    [
      'listWorkspaces',
      apiKeyHeader({ name: 'x-key', value: 'k' }),
      'userToken',
      'a header or query parameter that the specification does not name',
    ],
    ['runQuery', personalAccessToken({ email: 'a', token: 'k' }), 'personalAccessToken', 'header Authorization'],
    ['runQuery', basic({ username: 'a', password: 'k' }), 'personalAccessToken', 'header Authorization'],
    ['runQuery', bearer('k'), 'clientCredentials', 'header Authorization'],
  ] as const)('%s: one alternative is sent', (operationId, credential, scheme, carrier) => {
    expect(explain(operationId, credential).sent).toMatchObject({ scheme, carrier });
  });

  it('returns null for a credential that the documents do not allow, and refuses unknown operations', () => {
    expect(explain('listHistory', bearer('k')).sent).toBeNull();
    expect(() => explain('toString' as never)).toThrow(
      `operationId must be one of ${Object.keys(operations).join(', ')}`,
    );
  });
});
