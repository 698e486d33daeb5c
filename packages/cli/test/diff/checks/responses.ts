/**
 * The checks of oasdiff for responses: the name, the level that oasdiff gives it, the bump that we give it, and the
 * reason if they differ.
 */
export const RESPONSES = `
response-property-deprecated INFO minor
response-property-deprecated-with-sunset INFO minor
response-property-deprecated-sunset-missing ERR minor the date of a removal is a rule of the publisher, and no call breaks
response-property-deprecated-sunset-invalid ERR minor the date of a removal is a rule of the publisher, and no call breaks
response-property-reactivated INFO patch
response-property-sunset-date-too-small ERR minor the date of a removal is a rule of the publisher, and no call breaks
response-property-stability-decreased ERR patch a level of stability is a promise of the publisher, and no call breaks
response-property-stability-increased INFO patch
response-body-media-type-schema-added INFO minor
response-body-media-type-schema-removed WARN major
response-body-discriminator-added INFO major it decides which type a value has
response-body-discriminator-removed INFO major it decides which type a value has
response-body-discriminator-property-name-changed INFO major it decides which type a value has
response-body-discriminator-mapping-added INFO major it decides which type a value has
response-body-discriminator-mapping-deleted INFO major it decides which type a value has
response-body-discriminator-mapping-changed INFO major it decides which type a value has
response-property-discriminator-added INFO major it decides which type a value has
response-property-discriminator-removed INFO major it decides which type a value has
response-property-discriminator-property-name-changed INFO major it decides which type a value has
response-property-discriminator-mapping-added INFO major it decides which type a value has
response-property-discriminator-mapping-deleted INFO major it decides which type a value has
response-property-discriminator-mapping-changed INFO major it decides which type a value has
response-header-became-optional ERR major
required-response-header-removed ERR major
optional-response-header-removed WARN major
response-header-added INFO minor
response-header-type-changed ERR major
response-header-type-generalized ERR major
response-header-type-specialized INFO minor
response-header-type-compatible INFO major a response may contain something that code does not expect
response-header-became-nullable ERR major
response-header-became-not-nullable INFO minor
response-media-type-removed ERR major
response-media-type-added INFO major a call may return a different type
response-media-type-name-changed INFO patch
response-media-type-name-generalized ERR major
response-media-type-name-specialized INFO major code does not expect another
response-optional-property-removed WARN major
response-optional-write-only-property-removed INFO minor
response-optional-property-added INFO minor
response-optional-write-only-property-added INFO minor
response-optional-property-became-not-write-only INFO minor
response-optional-property-became-write-only INFO major the types of responses lose it
response-optional-property-became-read-only INFO patch
response-optional-property-became-not-read-only INFO patch
response-property-pattern-added INFO minor
response-property-pattern-changed INFO major a response may contain something that code does not expect
response-property-pattern-removed INFO major a response may contain something that code does not expect
response-body-all-of-added INFO minor
response-body-all-of-removed INFO major its generated type loses the field
response-property-all-of-added INFO minor
response-property-all-of-removed INFO major its generated type loses the field
response-body-all-of-added-annotation-only INFO patch
response-body-all-of-removed-annotation-only INFO patch
response-property-all-of-added-annotation-only INFO patch
response-property-all-of-removed-annotation-only INFO patch
response-body-any-of-added INFO major a response may contain something that code does not expect
response-body-any-of-removed INFO major code that handles a lost alternative no longer compiles
response-property-any-of-added INFO major a response may contain something that code does not expect
response-property-any-of-removed INFO major code that handles a lost alternative no longer compiles
response-property-became-nullable ERR major
response-body-became-nullable ERR major
response-property-became-not-nullable INFO minor
response-body-became-not-nullable INFO minor
response-property-became-optional ERR major
response-write-only-property-became-optional INFO minor
response-property-became-required INFO minor
response-write-only-property-became-required INFO minor
response-body-default-value-added INFO minor
response-body-default-value-removed INFO minor
response-body-default-value-changed INFO minor
response-property-default-value-added INFO minor
response-property-default-value-removed INFO minor
response-property-default-value-changed INFO minor
response-body-const-added INFO minor
response-body-const-removed ERR major
response-body-const-changed ERR major
response-property-const-added INFO minor
response-property-const-removed ERR major
response-property-const-changed ERR major
response-property-enum-value-added WARN minor enumerations of responses are open: an unknown value compiles and is passed on
response-write-only-property-enum-value-added INFO minor
response-body-max-increased ERR major
response-property-max-increased ERR major
response-body-exclusive-max-increased ERR major
response-property-exclusive-max-increased ERR major
response-body-max-length-increased ERR major
response-property-max-length-increased ERR major
response-body-max-length-unset ERR major
response-property-max-length-unset ERR major
response-body-min-decreased ERR major
response-property-min-decreased ERR major
response-body-exclusive-min-decreased ERR major
response-property-exclusive-min-decreased ERR major
response-body-min-items-decreased ERR major
response-property-min-items-decreased ERR major
response-body-min-items-unset ERR major
response-property-min-items-unset ERR major
response-body-min-length-decreased ERR major
response-property-min-length-decreased ERR major
response-body-one-of-added ERR major
response-body-one-of-removed INFO major code that handles a lost alternative no longer compiles
response-property-one-of-added ERR major
response-property-one-of-removed INFO major code that handles a lost alternative no longer compiles
response-body-type-changed ERR major
response-body-type-generalized ERR major
response-body-type-specialized INFO minor
response-body-type-compatible INFO major a response may contain something that code does not expect
response-property-type-changed ERR major
response-property-type-generalized ERR major
response-property-type-specialized INFO minor
response-property-type-compatible INFO major a response may contain something that code does not expect
response-required-property-removed ERR major
response-required-write-only-property-removed INFO minor
response-required-property-added INFO minor
response-required-write-only-property-added INFO minor
response-body-wrapped-in-one-of ERR major
response-required-property-became-not-write-only WARN minor the types of responses gain it
response-required-property-became-write-only INFO major the types of responses lose it
response-required-property-became-read-only INFO patch
response-required-property-became-not-read-only INFO patch
response-success-status-removed ERR major
response-success-status-added INFO minor
response-non-success-status-removed INFO minor
response-non-success-status-added INFO minor
response-property-enum-value-removed INFO minor
response-mediatype-enum-value-removed INFO minor
response-body-list-of-types-widened ERR major
response-body-list-of-types-narrowed INFO major code that handles a lost alternative no longer compiles
response-property-list-of-types-widened ERR major
response-property-list-of-types-narrowed INFO major code that handles a lost alternative no longer compiles
response-body-prefix-items-added ERR major
response-body-prefix-items-removed INFO major a response may contain something that code does not expect
response-property-prefix-items-added ERR major
response-property-prefix-items-removed INFO major a response may contain something that code does not expect
response-body-if-added INFO minor
response-body-if-removed ERR major
response-body-then-added INFO minor
response-body-then-removed ERR major
response-body-else-added INFO minor
response-body-else-removed ERR major
response-property-if-added INFO minor
response-property-if-removed ERR major
response-property-then-added INFO minor
response-property-then-removed ERR major
response-property-else-added INFO minor
response-property-else-removed ERR major
response-body-contains-added INFO minor
response-body-contains-removed ERR major
response-body-min-contains-increased INFO minor
response-body-min-contains-decreased ERR major
response-body-max-contains-increased ERR major
response-body-max-contains-decreased INFO minor
response-property-contains-added INFO minor
response-property-contains-removed ERR major
response-property-min-contains-increased INFO minor
response-property-min-contains-decreased ERR major
response-property-max-contains-increased ERR major
response-property-max-contains-decreased INFO minor
response-body-dependent-required-added INFO minor
response-body-dependent-required-removed ERR major
response-body-dependent-required-changed ERR major
response-property-dependent-required-added INFO minor
response-property-dependent-required-removed ERR major
response-property-dependent-required-changed ERR major
response-body-dependent-schema-added INFO minor
response-body-dependent-schema-removed ERR major
response-property-dependent-schema-added INFO minor
response-property-dependent-schema-removed ERR major
response-body-pattern-property-added INFO minor
response-body-pattern-property-removed ERR major
response-property-pattern-property-added INFO minor
response-property-pattern-property-removed ERR major
response-body-property-names-added INFO minor
response-body-property-names-removed ERR major
response-property-property-names-added INFO minor
response-property-property-names-removed ERR major
response-body-unevaluated-items-added INFO minor
response-body-unevaluated-items-removed ERR major
response-body-unevaluated-properties-added INFO minor
response-body-unevaluated-properties-removed ERR major
response-property-unevaluated-items-added INFO minor
response-property-unevaluated-items-removed ERR major
response-property-unevaluated-properties-added INFO minor
response-property-unevaluated-properties-removed ERR major
response-body-content-schema-added INFO minor
response-body-content-schema-removed ERR major
response-body-content-media-type-changed ERR major
response-body-content-encoding-changed ERR major
response-property-content-schema-added INFO minor
response-property-content-schema-removed ERR major
response-property-content-media-type-changed ERR major
response-property-content-encoding-changed ERR major
`;
