import type {
  HistoryRecord,
  HistoryRecordProperties,
  Job,
  JobProperties,
  ODataPaths,
  TokenResponse,
  Workspace,
} from '../../src/index.ts';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const yes = <_ extends true>(): void => undefined;

yes<Equal<NonNullable<Job['Scheduled']>, boolean>>();
yes<Equal<NonNullable<Job['BatchSize']>, number>>();
yes<Equal<NonNullable<Job['RowVersion']>, bigint>>();
yes<Equal<NonNullable<Job['HistoryId']>, string>>();
yes<Equal<NonNullable<Job['SkipFormulaFields']>, boolean>>();
yes<Equal<JobProperties['Scheduled'], 'Edm.String'>>();
yes<Equal<HistoryRecordProperties['runstartdate'], 'Edm.DateTimeOffset'>>();
yes<Equal<HistoryRecord['any other'], unknown>>();
yes<Equal<TokenResponse['expires_in'], unknown>>();
yes<Equal<NonNullable<NonNullable<Workspace['permissions']>['can_delete']>, boolean>>();

type WireJob = ODataPaths["/jobs('{JobName}')"]['get']['responses'][200]['content']['application/json'];
yes<Equal<NonNullable<WireJob['Scheduled']>, string>>();
yes<Equal<NonNullable<WireJob['RowVersion']>, number>>();

export const known: Job = { JobName: 'a', ReplicateIntervalUnit: 'days', Verbosity: 2, 'Label#': 'x' };
export const newer: Job = { JobName: 'a', ReplicateIntervalUnit: 'decades', Verbosity: 9 };
// @ts-expect-error a job must have a name
export const nameless: Job = { JobId: '1' };
// @ts-expect-error a decoded switch is a boolean
export const wire: Job = { JobName: 'a', Scheduled: 'true' };
