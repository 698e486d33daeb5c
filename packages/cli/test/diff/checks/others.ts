/**
 * The checks of oasdiff for paths, operations, security and webhooks: the name, the level that oasdiff gives it, the bump that we give it, and the
 * reason if they differ.
 */
export const OTHERS = `
endpoint-added INFO minor
api-security-component-removed INFO major its table entry is removed
api-security-component-added INFO minor
api-security-component-oauth-url-changed INFO major tokens come from a different address
api-security-component-type-changed INFO major the credential is sent differently
api-security-component-oauth-token-url-changed INFO major tokens come from a different address
api-security-component-oauth-scope-added INFO minor
api-security-component-oauth-scope-removed INFO major a token that asks for it is refused
api-security-component-oauth-scope-changed INFO patch
api-security-removed INFO major the service refuses calls with it
api-security-added INFO minor
api-security-scope-added INFO major the service refuses a token without it
api-security-scope-removed INFO minor
api-global-security-removed INFO major the service refuses calls with it
api-global-security-added INFO minor
api-global-security-scope-added INFO major the service refuses a token without it
api-global-security-scope-removed INFO minor
api-version-not-bumped INFO major code that sends it no longer compiles
api-version-decreased INFO major code that sends it no longer compiles
api-major-version-not-bumped INFO major code that sends it no longer compiles
api-stability-decreased ERR patch a level of stability is a promise of the publisher, and no call breaks
api-stability-increased INFO patch
endpoint-reactivated INFO patch
api-deprecated-sunset-parse ERR minor the date of a removal is a rule of the publisher, and no call breaks
api-deprecated-sunset-missing ERR minor the date of a removal is a rule of the publisher, and no call breaks
api-invalid-stability-level ERR patch a level of stability is a promise of the publisher, and no call breaks
api-sunset-date-too-small ERR minor the date of a removal is a rule of the publisher, and no call breaks
endpoint-deprecated INFO minor
endpoint-deprecated-with-sunset INFO minor
api-path-removed-without-deprecation ERR major
api-path-removed-with-deprecation INFO major the service refuses calls of it
api-path-sunset-parse ERR major
api-path-removed-before-sunset ERR major
api-removed-without-deprecation ERR major
api-removed-with-deprecation INFO major the service refuses calls of it
api-removed-before-sunset ERR major
sunset-deleted ERR minor the date of a removal is a rule of the publisher, and no call breaks
api-sunset-date-changed-too-small ERR minor the date of a removal is a rule of the publisher, and no call breaks
api-operation-id-removed INFO major code that names it no longer compiles
api-operation-id-added INFO major code that names it no longer compiles
api-tag-removed INFO patch
api-tag-added INFO patch
webhook-added INFO minor
webhook-removed ERR major
api-schema-removed INFO major its generated type is removed
`;
