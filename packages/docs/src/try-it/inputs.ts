import samples from '../generated/samples.json';

/** One input of the panel. `check` names what its text is parsed as while it is typed. */
export interface Input {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly check?: 'filter' | 'orderBy' | 'select';
  readonly hint?: string;
}

const select = (value: string, hint: string): Input => ({
  name: 'select',
  label: '$select',
  value,
  check: 'select',
  hint,
});

/** What each operation asks for; the values are those of a record that the page's sandbox holds. */
export const inputs: Readonly<Record<string, readonly Input[]>> = {
  getJob: [
    { name: 'name', label: 'Job name', value: samples.jobName },
    select('JobName,Source,Destination,Scheduled,RowVersion', 'empty: all fields'),
  ],
  listHistory: [
    { name: 'filter', label: '$filter', value: "contains(status, 'Failed')", check: 'filter' },
    { name: 'orderBy', label: '$orderby', value: 'runstartdate desc', check: 'orderBy' },
    select('runstartdate,jobname,status,details', 'empty: all fields'),
  ],
  listConnectors: [
    { name: 'filter', label: '$filter', value: "workspace eq 'Finance'", check: 'filter' },
    { name: 'orderBy', label: '$orderby', value: 'connectorid asc', check: 'orderBy' },
    select('', 'empty: all fields'),
  ],
  listWorkspaces: [],
  listTaskHistory: [
    { name: 'transformationId', label: 'Transformation id', value: samples.transformationId },
    { name: 'taskId', label: 'Task id', value: samples.taskId },
  ],
  listJobStatus: [{ name: 'jobId', label: 'Job id', value: samples.jobId }],
  runQuery: [{ name: 'text', label: 'Query', value: 'SELECT JobName FROM jobs' }],
  createToken: [],
};

export type Values = Readonly<Record<string, string>>;
export function names(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
