/**
 * The checks of oasdiff for requests: the name, the level that oasdiff gives it, the bump that we give it, and the
 * reason if they differ.
 */
export const REQUESTS = `
request-property-deprecated INFO minor
request-property-deprecated-with-sunset INFO minor
request-property-deprecated-sunset-missing ERR minor the date of a removal is a rule of the publisher, and no call breaks
request-property-deprecated-sunset-invalid ERR minor the date of a removal is a rule of the publisher, and no call breaks
request-property-reactivated INFO patch
request-property-sunset-date-too-small ERR minor the date of a removal is a rule of the publisher, and no call breaks
request-property-stability-decreased ERR patch a level of stability is a promise of the publisher, and no call breaks
request-property-stability-increased INFO patch
request-parameter-reactivated INFO patch
request-parameter-deprecated-sunset-missing ERR minor the date of a removal is a rule of the publisher, and no call breaks
request-parameter-sunset-date-too-small ERR minor the date of a removal is a rule of the publisher, and no call breaks
request-parameter-deprecated INFO minor
request-parameter-sunset-deleted ERR minor the date of a removal is a rule of the publisher, and no call breaks
request-parameter-sunset-date-changed-too-small ERR minor the date of a removal is a rule of the publisher, and no call breaks
request-body-added-required ERR major
request-body-added-optional INFO minor
new-required-request-default-parameter-to-existing-path ERR major
new-optional-request-default-parameter-to-existing-path INFO minor
new-required-request-parameter ERR major
new-optional-request-parameter INFO minor
new-request-path-parameter ERR major
new-required-request-header-property ERR major
request-body-became-enum ERR major
request-body-media-type-added INFO minor
request-body-media-type-removed ERR major
request-body-media-type-schema-added ERR major
request-body-media-type-schema-removed INFO minor
request-body-removed ERR major
request-body-became-optional INFO minor
request-body-became-required ERR major
request-body-discriminator-added INFO major it decides which type a value has
request-body-discriminator-removed INFO major it decides which type a value has
request-body-discriminator-property-name-changed INFO major it decides which type a value has
request-body-discriminator-mapping-added INFO major it decides which type a value has
request-body-discriminator-mapping-deleted INFO major it decides which type a value has
request-body-discriminator-mapping-changed INFO major it decides which type a value has
request-property-discriminator-added INFO major it decides which type a value has
request-property-discriminator-removed INFO major it decides which type a value has
request-property-discriminator-property-name-changed INFO major it decides which type a value has
request-property-discriminator-mapping-added INFO major it decides which type a value has
request-property-discriminator-mapping-deleted INFO major it decides which type a value has
request-property-discriminator-mapping-changed INFO major it decides which type a value has
request-header-property-became-enum ERR major
request-header-property-became-required ERR major
request-parameter-became-enum ERR major
request-parameter-became-nullable INFO minor
request-parameter-became-not-nullable ERR major
request-parameter-property-became-nullable INFO minor
request-parameter-property-became-not-nullable ERR major
request-parameter-default-value-changed ERR major
request-parameter-default-value-added ERR major
request-parameter-default-value-removed ERR major
request-parameter-enum-value-added INFO minor
request-parameter-enum-value-removed ERR major
request-parameter-property-enum-value-added INFO minor
request-parameter-property-enum-value-removed ERR major
request-parameter-max-items-increased INFO minor
request-parameter-max-items-decreased ERR major
request-parameter-max-length-set WARN major
request-parameter-max-length-increased INFO minor
request-parameter-max-length-decreased ERR major
request-parameter-max-set WARN major
request-parameter-exclusive-max-set WARN major
request-parameter-max-increased INFO minor
request-parameter-max-decreased ERR major
request-parameter-exclusive-max-increased INFO minor
request-parameter-exclusive-max-decreased ERR major
request-parameter-min-items-set WARN major
request-parameter-min-items-increased ERR major
request-parameter-min-items-decreased INFO minor
request-parameter-min-length-increased ERR major
request-parameter-min-length-decreased INFO minor
request-parameter-min-set WARN major
request-parameter-exclusive-min-set WARN major
request-parameter-min-increased ERR major
request-parameter-min-decreased INFO minor
request-parameter-exclusive-min-increased ERR major
request-parameter-exclusive-min-decreased INFO minor
request-parameter-pattern-added ERR major
request-parameter-pattern-removed INFO minor
request-parameter-pattern-changed WARN major
request-parameter-pattern-generalized INFO minor
request-parameter-removed WARN major
request-parameter-removed-with-deprecation INFO major code that sends it no longer compiles
request-parameter-sunset-parse ERR major
request-parameter-removed-before-sunset ERR major
request-parameter-became-required ERR major
request-parameter-became-optional INFO minor
request-parameter-type-changed ERR major
request-parameter-type-generalized INFO minor
request-parameter-property-type-changed WARN major
request-parameter-property-type-generalized INFO minor
request-parameter-property-type-specialized ERR major
request-parameter-x-extensible-enum-value-removed ERR major
request-body-all-of-added ERR major
request-body-all-of-removed WARN major
request-property-all-of-added ERR major
request-property-all-of-removed WARN major
request-body-all-of-added-annotation-only INFO patch
request-body-all-of-removed-annotation-only INFO patch
request-property-all-of-added-annotation-only INFO patch
request-property-all-of-removed-annotation-only INFO patch
request-body-any-of-added INFO minor
request-body-any-of-removed ERR major
request-property-any-of-added INFO minor
request-property-any-of-removed ERR major
request-property-became-enum ERR major
request-body-became-not-nullable ERR major
request-body-became-nullable INFO minor
request-property-became-not-nullable ERR major
request-property-became-nullable INFO minor
request-body-default-value-added INFO minor
request-body-default-value-removed INFO minor
request-body-default-value-changed INFO minor
request-property-default-value-added INFO minor
request-property-default-value-removed INFO minor
request-property-default-value-changed INFO minor
request-body-const-added ERR major
request-body-const-removed INFO minor
request-body-const-changed ERR major
request-property-const-added ERR major
request-property-const-removed INFO minor
request-property-const-changed ERR major
request-property-enum-value-removed ERR major
request-read-only-property-enum-value-removed INFO minor
request-property-enum-value-added INFO minor
request-body-max-decreased ERR major
request-body-max-increased INFO minor
request-property-max-decreased ERR major
request-read-only-property-max-decreased INFO minor
request-property-max-increased INFO minor
request-body-exclusive-max-decreased ERR major
request-body-exclusive-max-increased INFO minor
request-property-exclusive-max-decreased ERR major
request-read-only-property-exclusive-max-decreased INFO minor
request-property-exclusive-max-increased INFO minor
request-body-max-length-set WARN major
request-property-max-length-set WARN major
request-body-max-length-decreased ERR major
request-body-max-length-increased INFO minor
request-property-max-length-decreased ERR major
request-read-only-property-max-length-decreased INFO minor
request-property-max-length-increased INFO minor
request-body-max-set WARN major
request-property-max-set WARN major
request-body-exclusive-max-set WARN major
request-property-exclusive-max-set WARN major
request-body-min-increased ERR major
request-body-min-decreased INFO minor
request-property-min-increased ERR major
request-read-only-property-min-increased INFO minor
request-property-min-decreased INFO minor
request-body-exclusive-min-increased ERR major
request-body-exclusive-min-decreased INFO minor
request-property-exclusive-min-increased ERR major
request-read-only-property-exclusive-min-increased INFO minor
request-property-exclusive-min-decreased INFO minor
request-body-min-items-increased ERR major
request-property-min-items-increased ERR major
request-body-min-items-set WARN major
request-property-min-items-set WARN major
request-body-min-length-increased ERR major
request-body-min-length-decreased INFO minor
request-property-min-length-increased ERR major
request-property-min-length-decreased INFO minor
request-body-min-set WARN major
request-property-min-set WARN major
request-body-exclusive-min-set WARN major
request-property-exclusive-min-set WARN major
request-body-one-of-added INFO minor
request-body-one-of-removed ERR major
request-property-one-of-added INFO minor
request-property-one-of-removed ERR major
request-property-pattern-removed INFO minor
request-property-pattern-added ERR major
request-property-pattern-changed WARN major
request-property-pattern-generalized INFO minor
request-property-became-required ERR major
request-property-became-required-with-default ERR major
request-property-became-optional INFO minor
request-body-type-generalized INFO minor
request-body-type-compatible INFO major the service may refuse what calls send today
request-body-type-changed ERR major
request-property-type-generalized INFO minor
request-property-type-compatible INFO major the service may refuse what calls send today
request-property-type-changed ERR major
request-property-removed WARN major
new-required-request-property ERR major
new-required-request-property-with-default ERR major
new-optional-request-property INFO minor
request-body-wrapped-in-one-of ERR major
request-optional-property-became-not-write-only INFO patch
request-optional-property-became-write-only INFO patch
request-optional-property-became-read-only INFO major the types of requests lose it
request-optional-property-became-not-read-only INFO minor
request-required-property-became-not-write-only INFO patch
request-required-property-became-write-only INFO patch
request-required-property-became-read-only INFO major the types of requests lose it
request-required-property-became-not-read-only INFO major calls do not send it
request-property-x-extensible-enum-value-removed ERR major
request-body-enum-value-removed ERR major
request-body-list-of-types-widened INFO minor
request-body-list-of-types-narrowed ERR major
request-property-list-of-types-widened INFO minor
request-property-list-of-types-narrowed ERR major
request-parameter-list-of-types-widened INFO minor
request-parameter-list-of-types-narrowed ERR major
request-parameter-property-list-of-types-widened INFO minor
request-parameter-property-list-of-types-narrowed ERR major
request-body-prefix-items-added INFO major the service may refuse what calls send today
request-body-prefix-items-removed ERR major
request-property-prefix-items-added INFO major the service may refuse what calls send today
request-property-prefix-items-removed ERR major
request-body-if-added ERR major
request-body-if-removed INFO minor
request-body-then-added ERR major
request-body-then-removed INFO minor
request-body-else-added ERR major
request-body-else-removed INFO minor
request-property-if-added ERR major
request-property-if-removed INFO minor
request-property-then-added ERR major
request-property-then-removed INFO minor
request-property-else-added ERR major
request-property-else-removed INFO minor
request-body-contains-added ERR major
request-body-contains-removed INFO minor
request-body-min-contains-increased ERR major
request-body-min-contains-decreased INFO minor
request-body-max-contains-increased INFO minor
request-body-max-contains-decreased ERR major
request-property-contains-added ERR major
request-property-contains-removed INFO minor
request-property-min-contains-increased ERR major
request-property-min-contains-decreased INFO minor
request-property-max-contains-increased INFO minor
request-property-max-contains-decreased ERR major
request-body-dependent-required-added ERR major
request-body-dependent-required-removed INFO minor
request-body-dependent-required-changed ERR major
request-property-dependent-required-added ERR major
request-property-dependent-required-removed INFO minor
request-property-dependent-required-changed ERR major
request-body-dependent-schema-added ERR major
request-body-dependent-schema-removed INFO minor
request-property-dependent-schema-added ERR major
request-property-dependent-schema-removed INFO minor
request-body-pattern-property-added ERR major
request-body-pattern-property-removed INFO major the generated type loses these fields
request-property-pattern-property-added ERR major
request-property-pattern-property-removed INFO major the generated type loses these fields
request-body-property-names-added ERR major
request-body-property-names-removed INFO minor
request-property-property-names-added ERR major
request-property-property-names-removed INFO minor
request-body-unevaluated-items-added ERR major
request-body-unevaluated-items-removed INFO minor
request-body-unevaluated-properties-added ERR major
request-body-unevaluated-properties-removed INFO minor
request-property-unevaluated-items-added ERR major
request-property-unevaluated-items-removed INFO minor
request-property-unevaluated-properties-added ERR major
request-property-unevaluated-properties-removed INFO minor
request-body-content-schema-added ERR major
request-body-content-schema-removed INFO minor
request-body-content-media-type-changed ERR major
request-body-content-encoding-changed ERR major
request-property-content-schema-added ERR major
request-property-content-schema-removed INFO minor
request-property-content-media-type-changed ERR major
request-property-content-encoding-changed ERR major
`;
