import ts from 'typescript';
import { packageOf } from './origin.ts';

/** What of the service a piece of code uses: `field Job.PreJob`, `record Job`, `operation getJob`. */
export type Subject = `field ${string}` | `record ${string}` | `operation ${string}`;

/** The members of the clients that perform operations: interface and member, as they are declared. */
const MEMBERS: Readonly<Record<string, string>> = {
  'Jobs.get': 'getJob',
  'History.list': 'listHistory',
  'History.stream': 'listHistory',
  'Connectors.list': 'listConnectors',
  'Connectors.stream': 'listConnectors',
  'Workspaces.list': 'listWorkspaces',
  'Transformations.taskHistory': 'listTaskHistory',
  'JobStatus.status': 'listJobStatus',
  'CloudClient.query': 'runQuery',
};

/** What a declaration stands for, where it is one of ours. */
export function subjectOf(declaration: ts.Declaration): Subject | undefined {
  const name = ts.getNameOfDeclaration(declaration);
  const text = name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : undefined;
  if (text === undefined) return undefined;
  const owner =
    declaration.parent && ts.isInterfaceDeclaration(declaration.parent) ? declaration.parent.name.text : undefined;
  switch (packageOf(declaration.getSourceFile())) {
    case '@syncline/openapi':
      if (owner !== undefined) return `field ${owner.replace(/Properties$/, '')}.${text}`;
      if (ts.isInterfaceDeclaration(declaration)) return `record ${text.replace(/Properties$/, '')}`;
      return ts.isVariableDeclaration(declaration) ? `operation ${text}` : undefined;
    case '@syncline/client': {
      const operation = MEMBERS[`${owner}.${text}`];
      return operation === undefined ? undefined : `operation ${operation}`;
    }
    case '@syncline/auth':
      return text === 'clientCredentials' && owner === undefined ? 'operation createToken' : undefined;
    default:
      return undefined;
  }
}
