import { names, type Values } from './inputs.ts';

const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** The call as a user would write it. */
export function callText(operation: string, values: Values): string {
  const value = (name: string) => (values[name] ?? '').trim();
  const options = [
    value('filter') && `filter: rawFilter(${JSON.stringify(value('filter'))})`,
    value('orderBy') && `orderBy: [${names(value('orderBy')).map(quote).join(', ')}]`,
    value('select') && `select: [${names(value('select')).map(quote).join(', ')}]`,
  ].filter(Boolean);
  const given = options.length === 0 ? '' : `{\n  ${options.join(',\n  ')},\n}`;
  switch (operation) {
    case 'getJob':
      return `const job = await odata.jobs.get(${quote(value('name'))}${given === '' ? '' : `, ${given}`});`;
    case 'listHistory':
      return `const runs = await odata.history.list(${given});`;
    case 'listConnectors':
      return `const connectors = await odata.connectors.list(${given});`;
    case 'listWorkspaces':
      return 'const workspaces = await v2.workspaces.list();';
    case 'listTaskHistory':
      return `const runs = await v2.transformations.taskHistory(${quote(value('transformationId'))}, ${quote(value('taskId'))});`;
    case 'listJobStatus':
      return `const status = await v2.jobs.status(${quote(value('jobId'))});`;
    case 'runQuery':
      return `const answer = await cloud.query(${quote(value('text'))});`;
    default:
      return "const credential = clientCredentials({ authUrl, clientId, clientSecret });\nawait cloud.query('SELECT JobName FROM jobs'); // fetches the token first";
  }
}
