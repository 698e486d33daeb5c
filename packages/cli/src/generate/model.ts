/** The part of a bundled OpenAPI 3.1 document that the generator reads. The linter has checked its shape. */
export interface Document {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths?: Readonly<Record<string, PathItem>>;
  readonly components?: {
    readonly schemas?: Readonly<Record<string, Schema>>;
    readonly securitySchemes?: Readonly<Record<string, SecurityScheme>>;
  };
  readonly security?: readonly SecurityRequirement[];
  readonly webhooks?: object;
  readonly servers?: readonly unknown[];
}

export type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

export const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;
export type Method = (typeof METHODS)[number];

export type PathItem = { readonly [M in Method]?: Operation } & {
  /** Another path item. A description that is loaded has it in this place instead. */
  readonly $ref?: string;
  readonly servers?: readonly unknown[];
  readonly parameters?: readonly (Parameter | Reference)[];
};

export interface Operation extends Extensions {
  readonly operationId?: string;
  readonly servers?: readonly unknown[];
  readonly security?: readonly SecurityRequirement[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: Body | Reference;
  readonly responses?: Readonly<Record<string, Body | Reference>>;
  readonly callbacks?: object;
  readonly 'x-call'?: string | readonly string[];
}

export interface Body {
  readonly required?: boolean;
  readonly content?: Readonly<Record<string, MediaType>>;
}

export interface MediaType {
  readonly schema?: Schema;
  readonly encoding?: Readonly<Record<string, Encoding>>;
}

/** How a field of a form is written. */
export interface Encoding {
  readonly contentType?: string;
  readonly headers?: object;
  readonly style?: string;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly style?: string;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
  readonly required?: boolean;
  readonly schema?: Schema;
  readonly content?: Body['content'];
}

export interface Schema extends Extensions {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  /** OpenAPI 3.0 only. */
  readonly nullable?: boolean;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly unevaluatedItems?: boolean | Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly contentMediaType?: string;
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly discriminator?: { readonly propertyName: string; readonly mapping?: Readonly<Record<string, string>> };
  readonly 'x-decode'?: 'boolean' | 'integer';
  readonly 'x-edm'?: string;
  readonly 'x-shown'?: boolean;
  readonly 'x-secret'?: true;
  readonly 'x-volatile'?: true | 'environment';
  readonly 'x-connection'?: true;
}

export interface SecurityScheme extends Extensions {
  readonly type: string;
  readonly scheme?: string;
  readonly in?: string;
  readonly name?: string;
  readonly flows?: { readonly clientCredentials?: { readonly tokenUrl: string } };
  readonly 'x-name-template'?: string;
  readonly 'x-not-shown'?: readonly string[];
  readonly 'x-authorization-url'?: string;
}

export interface Extensions {
  readonly 'x-source'?: string;
  readonly 'x-open-question'?: string | readonly string[];
}

export interface Reference {
  readonly $ref: string;
}

/** A bundled document, and the name of its generated files. */
export interface Description {
  readonly name: string;
  readonly file: string;
  readonly document: Document;
}

/** An operation and its place in the document. */
export interface LocatedOperation {
  readonly path: string;
  readonly method: Method;
  readonly item: PathItem;
  readonly operation: Operation;
}
