import { explain } from '@syncline/auth';
import { operations, type OperationId } from '@syncline/openapi';
import type { Description, Document, Parameter } from '../generate/model.ts';
import { operationsIn } from '../generate/operations.ts';
import { resolve } from '../generate/schemas.ts';
import { pointerKeys } from './owner.ts';
import type { RedoclyChange } from './redocly-diff.ts';

/** The parameters that a change is about: those that it adds or removes, or the one that it is in. */
export function parametersOf(change: RedoclyChange, before: Document, after: Document): readonly string[] {
  const { typeName, kind, property } = change;
  if (typeName === 'Parameter' && property === 'name')
    return [change.base?.value, change.revision?.value].filter((name) => typeof name === 'string');
  const side = kind === 'removed' ? change.base : change.revision;
  if (kind !== 'modified' && (typeName === 'Parameter' || typeName === 'ParameterList')) {
    return [side?.value ?? []]
      .flat()
      .map((value) => resolve(kind === 'removed' ? before : after, value as Parameter).name);
  }
  const pointer = side?.pointer ?? change.base?.pointer ?? change.path;
  const found = ancestors(kind === 'removed' ? before : after, pointer).find(isParameter);
  return found === undefined ? [] : [found.name];
}

/** The security schemes that a change is about. */
export function schemesOf({ typeName, path, base, revision }: RedoclyChange): readonly string[] {
  switch (typeName) {
    case 'SecurityScheme':
      return pointerKeys(path).slice(2, 3);
    case 'SecurityRequirement':
    case 'SecurityRequirementList':
      return [
        ...new Set([base?.value ?? [], revision?.value ?? []].flat().flatMap((value) => Object.keys(value as object))),
      ];
    default:
      return [];
  }
}

/** The security schemes that these operations accept. */
export function acceptedSchemes({ document }: Description, ids: readonly string[]): readonly string[] {
  const accepted = operationsIn(document)
    .filter(({ operation }) => ids.includes(operation.operationId ?? ''))
    .flatMap(({ operation }) => (operation.security ?? document.security ?? []).flatMap((each) => Object.keys(each)));
  return [...new Set(accepted)];
}

/** The call that creates the credential of a scheme if @syncline/auth has one, otherwise the scheme's name. */
export function credentialOf(scheme: string): string {
  const found = (Object.keys(operations) as OperationId[])
    .flatMap((id) => explain(id).allowed)
    .find((alternative) => alternative.scheme === scheme);
  return found === undefined ? scheme : `\`${found.factory}\``;
}

/** The nodes on the path to a place, starting with the document. */
function ancestors(document: Document, pointer: string): readonly unknown[] {
  const nodes: unknown[] = [document];
  for (const key of pointerKeys(pointer)) {
    const node = nodes.at(-1);
    nodes.push(typeof node === 'object' && node !== null ? (node as Record<string, unknown>)[key] : undefined);
  }
  return nodes;
}

function isParameter(node: unknown): node is Parameter {
  return typeof node === 'object' && node !== null && 'in' in node && 'name' in node && !('type' in node);
}
