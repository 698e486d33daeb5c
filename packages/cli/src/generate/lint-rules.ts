import type { NormalizedProblem } from '@redocly/openapi-core';

/** Places of a document that OpenAPI itself defines, and not JSON Schema. */
const DEFINED_BY_OPENAPI =
  /^#\/(?!.*\/schemas?\/)(?:openapi|info|tags|servers|paths|webhooks|components\/(?:responses|parameters|requestBodies|securitySchemes|headers|pathItems))(?:\/|$)/;

/** Fields without which a parameter or the document cannot be read. */
const NEEDED = /^The field `(?:name|in|openapi)` must be present/;

/**
 * Whether a problem makes it impossible to generate what the document means: a reference to nothing, a value of the
 * wrong kind, or a misspelt keyword, which would be lost without a word. All others are matters of style, such as a
 * missing summary, an example that does not fit or a keyword of a JSON Schema vocabulary of one's own.
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
