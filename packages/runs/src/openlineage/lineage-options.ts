import { ConfigError, type OptionNames, ownOptions } from '@syncline/core/internal';
import type { LineageDataset } from './run-event.ts';

/** The connections of a job, by their names in the service. */
export interface LineageJob {
  /** The connections that the job reads from */
  readonly source?: string | readonly string[] | undefined;
  /** The connections that it writes to */
  readonly destination?: string | readonly string[] | undefined;
}

/** Options of `createRunLineage`. */
export interface LineageOptions {
  /** The namespace of the jobs: one for each environment, such as the address of the service. */
  readonly namespace: string;
  /** The datasets of each connection. A connection that is not listed has no datasets. @default none */
  readonly connections?: Readonly<Record<string, LineageDataset | readonly LineageDataset[]>> | undefined;
  /** The connections of each job. A job that is not listed has no datasets. @default none */
  readonly jobs?: Readonly<Record<string, LineageJob>> | undefined;
  /** The URL of the program that wrote the events. @default the address of this package's sources */
  readonly producer?: string | undefined;
  /**
   * Whether the events of failed runs have the service's error, on one line and of at most 1,000 characters. Such texts may
   * contain data.
   *
   * @default false
   */
  readonly includeErrors?: boolean | undefined;
}

/** The options, checked. */
export interface LineageSettings {
  readonly namespace: string;
  readonly producer: string;
  readonly includeErrors: boolean;
  readonly datasetsOf: (job: string) => {
    readonly inputs: readonly LineageDataset[];
    readonly outputs: readonly LineageDataset[];
  };
}

const optionNames: OptionNames<LineageOptions> = {
  namespace: 1,
  connections: 1,
  jobs: 1,
  producer: 1,
  includeErrors: 1,
};
const standardProducer = 'https://github.com/syncline/syncline/tree/main/packages/runs';

/** @throws ConfigError if an option cannot be used */
export function readLineageOptions(options: LineageOptions): LineageSettings {
  const own = ownOptions(options, optionNames);
  const { namespace, producer = standardProducer, connections = {}, jobs = {}, includeErrors = false } = own;
  if (!isName(namespace)) throw new ConfigError('namespace', 'must be a text that is not empty');
  if (typeof producer !== 'string' || !URL.canParse(producer)) throw new ConfigError('producer', 'must be a URL');
  if (typeof includeErrors !== 'boolean') throw new ConfigError('includeErrors', 'must be true or false');

  const known = new Map<string, readonly LineageDataset[]>();
  for (const [name, datasets] of entriesOf('connections', connections)) {
    const list = Array.isArray(datasets) ? (datasets as readonly unknown[]) : [datasets];
    known.set(
      name,
      list.map((dataset) => readDataset(name, dataset)),
    );
  }
  const ofJobs = new Map(
    [...entriesOf('jobs', jobs)].map(([name, job]) => {
      const { source, destination } = ownOptions(job as LineageJob, { source: 1, destination: 1 }, `jobs.${name}`);
      const find = (side: string, value: unknown): readonly LineageDataset[] => {
        const names = value === undefined ? [] : Array.isArray(value) ? (value as readonly unknown[]) : [value];
        if (!names.every(isName))
          throw new ConfigError(`jobs.${name}.${side}`, 'must be the name of a connection, or a list of names');
        return names.flatMap((each) => known.get(each as string) ?? []);
      };
      return [name, { inputs: find('source', source), outputs: find('destination', destination) }];
    }),
  );
  const none = { inputs: [], outputs: [] };
  return { namespace, producer, includeErrors, datasetsOf: (job) => ofJobs.get(job) ?? none };
}

function entriesOf(option: string, value: unknown): readonly (readonly [string, unknown])[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ConfigError(option, 'must be an object');
  return Object.entries(value);
}

function readDataset(connection: string, dataset: unknown): LineageDataset {
  const { namespace, name } = ownOptions(
    dataset as LineageDataset,
    { namespace: 1, name: 1 },
    `connections.${connection}`,
  );
  if (!isName(namespace) || !isName(name))
    throw new ConfigError(`connections.${connection}`, 'must have a namespace and a name');
  return { namespace, name };
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}
