import { peer } from '../harness/peers.ts';

type Compile = (filter: string) => (record: object) => boolean;

const dist = '@sap-ux/fe-mockserver-core/dist/';
const types: Readonly<Record<string, string>> = {
  runstartdate: 'Edm.DateTimeOffset',
  records: 'Edm.Int64',
};

/**
 * The filters of `@sap-ux/fe-mockserver-core`, a server for tests, without its HTTP, copies of records and look-ups of
 * metadata: a set of history records that knows the type of each property.
 */
export async function mockserverCompiler(): Promise<Compile> {
  const { MockDataEntitySet } = await peer<{ MockDataEntitySet: { prototype: object } }>(
    `${dist}data/entitySets/entitySet.js`,
  );
  const { FileBasedMockData } = await peer<{ FileBasedMockData: { prototype: object } }>(
    `${dist}mockdata/fileBasedMockData.js`,
  );
  const { parseFilter } = await peer<{ parseFilter(filter: string): unknown }>(`${dist}request/filterParser.js`);
  const data: unknown = Object.create(FileBasedMockData.prototype);
  const set = Object.assign(Object.create(MockDataEntitySet.prototype) as object, {
    // A text is not a property: the set also requests the type of each literal.
    getProperty: (name: string) =>
      /^[a-z]+$/.test(name) ? { type: types[name] ?? 'Edm.String', annotations: {} } : undefined,
    getMockData: () => data,
    checkSpecificProperties: () => null,
  }) as unknown as { checkFilter(record: object, expression: unknown, tenant: string, request: object): boolean };
  return (filter) => {
    const expression = parseFilter(filter);
    if (expression === undefined) throw new Error(`cannot read ${filter}`);
    return (record) => set.checkFilter(record, expression, 'tenant', {});
  };
}
