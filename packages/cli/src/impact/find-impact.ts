import { relative } from 'node:path';
import type ts from 'typescript';
import { callTable } from '../diff/calls.ts';
import type { Change } from '../diff/change.ts';
import type { Description } from '../generate/model.ts';
import { namedSchemas } from '../generate/schemas.ts';
import { createSubjectOf, type Subject } from './subject.ts';
import { usesIn } from './uses.ts';

/** One place in a consumer's code that a change affects. */
export interface Impact {
  readonly file: string;
  /** Line and column count from 1. */
  readonly line: number;
  readonly column: number;
  readonly code: string;
  readonly uses: Subject;
  readonly bump: Change['bump'];
  readonly message: string;
  readonly why: string | null;
}

/**
 * The places in a project that use what changed, ordered by file and line. A change of a field is shown where the field
 * is used. Any other change is shown where its operations are called.
 */
export function findImpact(
  program: ts.Program,
  changes: readonly Change[],
  descriptions: readonly Description[],
  folder: string,
): readonly Impact[] {
  const bySubject = new Map<Subject, Change[]>();
  for (const change of changes) {
    for (const subject of subjectsOf(change)) bySubject.set(subject, [...(bySubject.get(subject) ?? []), change]);
  }
  const fieldsOf = fieldIndex(changes, descriptions);
  const checker = program.getTypeChecker();
  const subjectOf = createSubjectOf(program, callTable(descriptions));
  return program
    .getSourceFiles()
    .filter(
      (file) =>
        !file.isDeclarationFile && !program.isSourceFileFromExternalLibrary(file) && isInside(folder, file.fileName),
    )
    .flatMap((file) =>
      usesIn(file, checker, subjectOf, fieldsOf).flatMap(({ subject, node }) => {
        const { line, character } = file.getLineAndCharacterOfPosition(node.getStart());
        const code = file.text.split('\n')[line]?.trim() ?? '';
        return (bySubject.get(subject) ?? []).map(
          ({ bump, message, why }): Impact => ({
            file: relative(folder, file.fileName),
            line: line + 1,
            column: character + 1,
            code,
            uses: subject,
            bump,
            message,
            why,
          }),
        );
      }),
    );
}

function subjectsOf({ fields, operations }: Change): readonly Subject[] {
  if (fields.length > 0)
    return fields.map((field): Subject => (field.includes('.') ? `field ${field}` : `record ${field}`));
  return operations.map((operation): Subject => `operation ${operation}`);
}

/** Finds `Record.field` for every record that has a field of a name, in the descriptions or among the changes. */
function fieldIndex(
  changes: readonly Change[],
  descriptions: readonly Description[],
): (name: string) => readonly string[] {
  const index = new Map<string, Set<string>>();
  const add = (record: string, field: string): void =>
    void index.set(field, (index.get(field) ?? new Set()).add(`${record}.${field}`));
  for (const [record, { properties = {} }] of namedSchemas(descriptions))
    for (const field of Object.keys(properties)) add(record, field);
  for (const field of changes.flatMap((change) => change.fields)) {
    const [record, name] = field.split('.');
    if (record !== undefined && name !== undefined) add(record, name);
  }
  return (name) => [...(index.get(name) ?? [])];
}

function isInside(folder: string, file: string): boolean {
  return !relative(folder, file).startsWith('..') && !file.includes('/node_modules/');
}
