import { peer, versionOf } from '../harness/peers.ts';
import { historyRecords, job } from '../servers/records.ts';
import type { ClientContender } from './client.ts';

interface Node {
  getStringValue(): string | undefined;
  getBooleanValue(): boolean | undefined;
  getNumberValue(): number | undefined;
  getCollectionOfObjectValues<Value>(create: Factory<Value>): Value[] | undefined;
}
type Readers = Readonly<Record<string, (node: Node) => void>>;
type Factory<Value> = () => (value: Value) => Readers;
interface Adapter {
  baseUrl: string;
  send<Value>(request: object, create: Factory<Value>, errors: undefined): Promise<Value>;
}
interface Abstractions {
  readonly AnonymousAuthenticationProvider: new () => object;
  readonly HttpMethod: { readonly GET: string };
  readonly ParseNodeFactoryRegistry: new () => { contentTypeAssociatedFactories: Map<string, object> };
  readonly RequestInformation: new (
    method: string,
    template: string,
    parameters: object,
  ) => { headers: { add(name: string, value: string): void } };
}

/** Readers of a record's fields by type, as kiota's generator writes them. The generator itself needs .NET. */
const recordOf = (sample: object): Factory<Record<string, unknown>> => {
  const kinds = Object.entries(sample).map(([name, value]) => [name, typeof value] as const);
  return () => (record) =>
    Object.fromEntries(
      kinds.map(([name, kind]) => [
        name,
        (node: Node) => {
          record[name] =
            kind === 'number'
              ? node.getNumberValue()
              : kind === 'boolean'
                ? node.getBooleanValue()
                : node.getStringValue();
        },
      ]),
    );
};

const createRecord = recordOf(historyRecords(1)[0] ?? {});
const createJob = recordOf(job);
const createList: Factory<{ value?: object[] | undefined }> = () => (list) => ({
  value: (node) => {
    list.value = node.getCollectionOfObjectValues(createRecord);
  },
});

const create: ClientContender['create'] = async ({ url, jobName, header, key }) => {
  const { AnonymousAuthenticationProvider, HttpMethod, ParseNodeFactoryRegistry, RequestInformation } =
    await peer<Abstractions>('@microsoft/kiota-abstractions');
  const { FetchRequestAdapter } = await peer<{
    FetchRequestAdapter: new (authentication: object, parsers: object) => Adapter;
  }>('@microsoft/kiota-http-fetchlibrary');
  const { JsonParseNodeFactory } = await peer<{ JsonParseNodeFactory: new () => object }>(
    '@microsoft/kiota-serialization-json',
  );
  const parsers = new ParseNodeFactoryRegistry();
  parsers.contentTypeAssociatedFactories.set('application/json', new JsonParseNodeFactory());
  const adapter = new FetchRequestAdapter(new AnonymousAuthenticationProvider(), parsers);
  adapter.baseUrl = url;
  const request = (template: string, parameters: object): object => {
    const information = new RequestInformation(HttpMethod.GET, template, { baseurl: url, ...parameters });
    information.headers.add(header, key);
    information.headers.add('Accept', 'application/json');
    return information;
  };
  return {
    job: () => adapter.send(request("{+baseurl}/jobs('{JobName}')", { JobName: jobName }), createJob, undefined),
    history: async () => (await adapter.send(request('{+baseurl}/history', {}), createList, undefined)).value ?? [],
  };
};

/** kiota's runtime: request adapter, its default middleware and JSON parse nodes. */
export const kiotaClient: ClientContender = {
  name: 'kiota',
  version: versionOf('@microsoft/kiota-http-fetchlibrary'),
  create,
};
