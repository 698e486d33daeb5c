import {
  astToString,
  resolveRef,
  scanDiscriminators,
  transformSchema,
  transformSchemaObject,
  type GlobalContext,
  type SchemaObject,
  type TransformNodeOptions,
} from 'openapi-typescript';
import type ts from 'typescript';
import type { Document } from './model.ts';

export type TransformHook = (schema: SchemaObject, options: TransformNodeOptions) => ts.TypeNode | undefined;

/**
 * The settings of openapi-typescript for a document that is already linted and bundled. Its function `openapiTS()`
 * would do both again. A field with a default may still be absent from a response (`defaultNonNullable: false`).
 */
export function createContext(document: Document, transform: TransformHook): GlobalContext {
  const schema = document as unknown as Parameters<typeof scanDiscriminators>[0];
  const options = { silent: true };
  return {
    additionalProperties: false,
    alphabetize: false,
    arrayLength: false,
    conditionalEnums: false,
    dedupeEnums: false,
    defaultNonNullable: false,
    discriminators: scanDiscriminators(schema, options),
    emptyObjectsUnknown: true,
    enum: false,
    enumValues: false,
    excludeDeprecated: false,
    exportType: false,
    generatePathParams: false,
    immutable: false,
    injectFooter: [],
    makePathsEnum: false,
    pathParamsAsTypes: false,
    postTransform: undefined,
    propertiesRequiredByDefault: false,
    readWriteMarkers: false,
    redoc: undefined as never,
    resolve: ($ref) => resolveRef(schema, $ref, options),
    rootTypes: false,
    rootTypesKeepCasing: false,
    rootTypesNoSchemaPrefix: false,
    silent: true,
    transform,
    transformProperty: undefined,
  };
}

export { astToString, transformSchema, transformSchemaObject };
