import type { NormalizedProblem } from '@redocly/openapi-core';

/** Parts of a document that OpenAPI defines, not JSON Schema. */
const DEFINED_BY_OPENAPI =
  /^#\/(?!.*\/schemas?\/)(?:openapi|info|tags|servers|paths|webhooks|components\/(?:responses|parameters|requestBodies|securitySchemes|headers|pathItems))(?:\/|$)/;

/** Fields that are needed to read a parameter or the document. */
const NEEDED = /^The field `(?:name|in|openapi)` must be present/;

/**
 * Whether a problem makes it impossible to generate what the document means: a broken reference, a value of the wrong
 * kind, or a misspelled keyword, which would be silently ignored. All other problems are about style, such as a missing
 * summary, an example that does not match, or a keyword of a custom JSON Schema vocabulary.
 */
export function isImpossible({ ruleId, message, suggest, location }: NormalizedProblem): boolean {
  switch (ruleId) {
    case 'no-unresolved-refs':
    case 'bundler':
    case 'overlay':
      return true;
    case 'struct':
      if (message.startsWith('The field `')) return NEEDED.test(message);
      if (!/ is not expected here/.test(message)) return true;
      return suggest.length > 0 && DEFINED_BY_OPENAPI.test(location[0]?.pointer ?? '');
    default:
      return false;
  }
}
