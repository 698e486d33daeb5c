import { readTextSync } from '@syncline/core/files';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import type { CallTable } from '../diff/calls.ts';
import { typePrefix, HEADER } from '../generate/print.ts';
import type { Subject } from './subject.ts';

/** A method of a client: its operation, and the interface that declares it, such as `History`. */
interface Method {
  readonly operation: string;
  readonly owner: ts.Symbol | undefined;
}

/**
 * Recognizes Syncline's declarations: the fields and records of its types, the types on the wire, the methods of the
 * clients, and the tables.
 */
export class Declarations {
  readonly #methods: ReadonlyMap<ts.Declaration, readonly Method[]>;
  readonly #operations: ReadonlyMap<string, string>;
  readonly #operationOfCall: ReadonlyMap<string, string>;

  /**
   * @param calls - the calls of each operation
   * @param operationAt - `GET /history` → the operationId
   */
  constructor(program: ts.Program, calls: CallTable, operationAt: ReadonlyMap<string, string>) {
    this.#methods = findMethods(program, calls);
    this.#operations = operationAt;
    this.#operationOfCall = new Map([...calls].flatMap(([id, names]) => names.map((name) => [name, id] as const)));
  }

  /**
   * The subject of a declaration. `receiver` is the type of the value that the member belongs to, because the methods
   * of all collections are declared only once.
   */
  subjectsOf(declaration: ts.Declaration, receiver: ts.Type | undefined): readonly Subject[] {
    switch (packageOf(declaration.getSourceFile())) {
      case '@syncline/openapi':
        return this.#ofTypes(declaration);
      case '@syncline/client':
        return this.#ofMethod(declaration, receiver);
      case '@syncline/auth': {
        const id = this.#operationOfCall.get(nameOf(declaration) ?? '');
        return id === undefined ? [] : [`operation ${id}`];
      }
      default:
        return [];
    }
  }

  #ofMethod(declaration: ts.Declaration, receiver: ts.Type | undefined): readonly Subject[] {
    const all = this.#methods.get(declaration) ?? [];
    const ofReceiver = all.filter(({ owner }) => owner !== undefined && owner === receiver?.symbol);
    return (ofReceiver.length > 0 ? ofReceiver : all).map(({ operation }): Subject => `operation ${operation}`);
  }

  #ofTypes(declaration: ts.Declaration): readonly Subject[] {
    const path = pathOf(declaration);
    const [top = '', ...rest] = path;
    if (ts.isVariableDeclaration(declaration)) return [`operation ${top}`, `name ${top}`];
    switch (top) {
      case 'components':
        return rest[0] === 'schemas' && rest[1] !== undefined && rest.length <= 3
          ? fieldOrRecord(rest[1], rest[2])
          : [];
      case 'operations':
        return this.#ofOperation(rest);
      case 'paths': {
        const id = rest[1] === undefined ? undefined : this.#operations.get(`${rest[1].toUpperCase()} ${rest[0]}`);
        return id === undefined ? [] : [`operation ${id}`];
      }
      default:
        return path.length <= 2 ? fieldOrRecord(top.replace(/Properties$/, ''), rest[0]) : [];
    }
  }

  #ofOperation([id, part, , name]: readonly string[]): readonly Subject[] {
    if (id === undefined) return [];
    if (part === undefined) return [`operation ${id}`, `name ${id}`];
    return part === 'parameters' && name !== undefined ? [`parameter ${id} ${name}`] : [];
  }
}

function fieldOrRecord(record: string, field: string | undefined): readonly Subject[] {
  return [field === undefined ? `record ${record}` : `field ${record}.${field}`];
}

/** The names from the outermost declaration to this one, such as `components`, `schemas`, `Job`, `PreJob`. */
function pathOf(declaration: ts.Declaration): readonly string[] {
  const path: string[] = [];
  for (let node: ts.Node = declaration; !ts.isSourceFile(node); node = node.parent) {
    const name = nameOf(node as ts.Declaration);
    if (name !== undefined) path.unshift(name);
  }
  return path;
}

function nameOf(declaration: ts.Declaration): string | undefined {
  const name = ts.getNameOfDeclaration(declaration);
  return name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : undefined;
}

/** For `odata.jobs.get` it follows `jobs` and `get` from the interface ODataClient. */
function findMethods(program: ts.Program, calls: CallTable): ReadonlyMap<ts.Declaration, readonly Method[]> {
  const checker = program.getTypeChecker();
  const clients = new Map(
    program
      .getSourceFiles()
      .filter((file) => packageOf(file) === '@syncline/client')
      .flatMap((file) => file.statements.filter(ts.isInterfaceDeclaration))
      .map((statement) => [statement.name.text, checker.getTypeAtLocation(statement)]),
  );
  const found = new Map<ts.Declaration, Method[]>();
  for (const [operation, names] of calls) {
    for (const call of names) {
      const [client = '', ...path] = call.split('.');
      let type = clients.get(`${typePrefix(client)}Client`);
      let owner: ts.Symbol | undefined;
      let member: ts.Symbol | undefined;
      for (const key of path) {
        owner = type?.symbol;
        member = type && checker.getPropertyOfType(type, key);
        type = member && checker.getTypeOfSymbol(member);
      }
      for (const declaration of member?.declarations ?? [])
        found.set(declaration, [...(found.get(declaration) ?? []), { operation, owner }]);
    }
  }
  return found;
}

/** What an expression names, also through an import; undefined if it names nothing. */
export function symbolOf(node: ts.Node, checker: ts.TypeChecker): ts.Symbol | undefined {
  return withoutAlias(checker.getSymbolAtLocation(node), checker);
}

export function withoutAlias(symbol: ts.Symbol | undefined, checker: ts.TypeChecker): ts.Symbol | undefined {
  return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** The texts that the place of a literal accepts, if it accepts a choice of them; undefined otherwise. */
export function choiceAt(node: ts.Expression, checker: ts.TypeChecker): ts.UnionType | undefined {
  const type = checker.getContextualType(node);
  const constraint = type && (type.flags & ts.TypeFlags.TypeParameter ? checker.getBaseConstraintOfType(type) : type);
  return constraint?.isUnion() ? constraint : undefined;
}

const known = new Map<string, string>();

/** The package that a declaration comes from. Files that `syncline generate` wrote count as @syncline/openapi. */
export function packageOf(file: ts.SourceFile): string {
  return isGenerated(file) ? '@syncline/openapi' : nearestName(dirname(file.fileName));
}

/** Whether `syncline generate` wrote a file. */
export function isGenerated(file: ts.SourceFile): boolean {
  return file.text.startsWith(HEADER);
}

function nearestName(folder: string): string {
  const before = known.get(folder);
  if (before !== undefined) return before;
  const manifest = join(folder, 'package.json');
  const name = existsSync(manifest) ? (JSON.parse(readTextSync(manifest)) as { name?: string }).name : undefined;
  const result = name ?? (dirname(folder) === folder ? '' : nearestName(dirname(folder)));
  known.set(folder, result);
  return result;
}
