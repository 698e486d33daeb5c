import { ConfigError, ownOptions } from '@syncline/core/internal';
import { hasSource } from './data-error.ts';
import type { SandboxData } from './records.ts';

/** The sandbox's own names of history and connector properties, each with its name in the style of job records. */
const ownNames = {
  historyid: 'Id',
  jobid: 'JobId',
  jobname: 'JobName',
  connectorid: 'ConnectorId',
  runstartdate: 'RunStartDate',
  runenddate: 'RunEndDate',
  instanceid: 'InstanceId',
  status: 'Status',
  details: 'Details',
  recordsaffected: 'RecordsAffected',
  runtime: 'Runtime',
  error: 'Error',
  workspace: 'Workspace',
  provider: 'Provider',
  direction: 'Direction',
  port: 'Port',
  enabled: 'Enabled',
  lasttestedat: 'LastTestedAt',
} as const;

/** The sandbox's own name of a property of history or connector records. */
export type OwnPropertyName = keyof typeof ownNames;

/**
 * How history and connector records name their properties: `pascal` for `Id`, `RunStartDate` and so on, or a name for
 * some of the sandbox's own.
 *
 * @example
 * createSandbox({ names: { historyid: 'Id', runstartdate: 'RunStartDate' } });
 */
export type NamesOption = 'pascal' | Readonly<Partial<Record<OwnPropertyName, string>>>;

/** The new name of each renamed property. */
export type PropertyNames = Readonly<Partial<Record<string, string>>>;

/** @throws ConfigError naming the name that is unknown, invalid or given twice */
export function checkNames(option: NamesOption): PropertyNames {
  if (option === 'pascal') return ownNames;
  if (typeof option !== 'object' || option === null)
    throw new ConfigError('names', `must be pascal or an object, found ${JSON.stringify(option)}`);
  const names = ownOptions(option, ownNames, 'names');
  for (const [property, name] of Object.entries(names)) {
    if (typeof name !== 'string' || !/^[A-Za-z_]\w{0,127}$/.test(name))
      throw new ConfigError(`names.${property}`, `must be a property name, found ${JSON.stringify(name)}`);
  }
  const all = Object.keys(ownNames).map((property) => names[property as OwnPropertyName] ?? property);
  const twice = all.find((name, index) => all.indexOf(name) !== index);
  if (twice !== undefined) throw new ConfigError('names', `must be different, found ${twice} twice`);
  return names;
}

/**
 * The names that the data's own records use, from the first history record: `RunStartDate` and `run_start_date` are
 * `runstartdate`, and `Id` is `historyid`. The records of simulated runs then look like those of the data. Empty if the
 * records can be read only once.
 */
export function namesOf(data: SandboxData): PropertyNames {
  const { history } = data;
  if (history === undefined || !(Array.isArray(history) || hasSource(data))) return {};
  const [first] = history as Iterable<unknown>;
  if (typeof first !== 'object' || first === null) return {};
  const names: Record<string, string> = {};
  for (const name of Object.keys(first)) {
    const bare = name.replaceAll(/[_-]/g, '').toLowerCase();
    const property = bare === 'id' ? 'historyid' : bare;
    if (Object.hasOwn(ownNames, property) && names[property] === undefined && !Object.hasOwn(first, property))
      names[property] = name;
  }
  return names;
}

/** One of the sandbox's own records with the given property names. */
export function renamed<T>(record: Readonly<Record<string, T>>, names: PropertyNames): Readonly<Record<string, T>> {
  if (Object.keys(names).length === 0) return record;
  const result: Record<string, T> = {};
  for (const name in record) result[names[name] ?? name] = record[name] as T;
  return result;
}
