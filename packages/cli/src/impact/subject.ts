import ts from 'typescript';
import { isCredentialCall, type CallTable } from '../diff/calls.ts';
import { typePrefix } from '../generate/print.ts';
import { packageOf } from './origin.ts';

/** What a piece of code uses of the service: `field Job.PreJob`, `record Job`, `operation getJob`. */
export type Subject = `field ${string}` | `record ${string}` | `operation ${string}`;

/** Returns what a declaration stands for; undefined if it is not a declaration of Syncline. */
export type SubjectOf = (declaration: ts.Declaration) => Subject | undefined;

/**
 * Finds the calls in the clients that the program imports, and returns a function that recognises their declarations.
 */
export function createSubjectOf(program: ts.Program, calls: CallTable): SubjectOf {
  const methods = methodDeclarations(program, calls);
  const credentials = new Map(
    [...calls].flatMap(([id, names]) => names.filter(isCredentialCall).map((name) => [name, id] as const)),
  );
  return (declaration) => {
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
      case '@syncline/client':
        return operationSubject(methods.get(declaration));
      case '@syncline/auth':
        return ts.isFunctionDeclaration(declaration) ? operationSubject(credentials.get(text)) : undefined;
      default:
        return undefined;
    }
  };
}

function operationSubject(id: string | undefined): Subject | undefined {
  return id === undefined ? undefined : `operation ${id}`;
}

/**
 * The operationId of each method, by its declaration in the types of the client. For `odata.jobs.get` it follows `jobs`
 * and `get` from the interface ODataClient.
 */
function methodDeclarations(program: ts.Program, calls: CallTable): ReadonlyMap<ts.Declaration, string> {
  const checker = program.getTypeChecker();
  const clients = new Map(
    program
      .getSourceFiles()
      .filter((file) => packageOf(file) === '@syncline/client')
      .flatMap((file) => file.statements.filter(ts.isInterfaceDeclaration))
      .map((statement) => [statement.name.text, checker.getTypeAtLocation(statement)]),
  );
  const found = new Map<ts.Declaration, string>();
  for (const [id, names] of calls) {
    for (const call of names) {
      const [client = '', ...path] = call.split('.');
      let type = clients.get(`${typePrefix(client)}Client`);
      let member: ts.Symbol | undefined;
      for (const key of path) {
        member = type && checker.getPropertyOfType(type, key);
        type = member && checker.getTypeOfSymbol(member);
      }
      for (const declaration of member?.declarations ?? []) found.set(declaration, id);
    }
  }
  return found;
}
