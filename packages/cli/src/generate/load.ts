import { relative } from 'node:path';
import {
  BaseResolver,
  YamlParseError,
  bundle,
  getLineColLocation,
  lintDocument,
  type Config,
  type Document as Parsed,
  type NormalizedProblem,
} from '@redocly/openapi-core';
import { GenerateError, type Problem } from './generate-error.ts';
import type { Description, Document } from './model.ts';

export interface LoadOptions {
  /** Paths of OpenAPI Overlay 1.0 documents, applied in this order before the document is linted. */
  readonly overlays?: readonly string[];
  /** Whether a warning of a lint rule counts as a problem. @default true */
  readonly strict?: boolean;
}

/**
 * Reads a document and everything that it refers to, lints it and bundles it. Each file is read and parsed once.
 *
 * @throws {GenerateError} when the document cannot be read or parsed, breaks a lint rule, or an overlay cannot be
 * applied completely.
 */
export async function loadDescription(
  name: string,
  file: string,
  config: Config,
  { overlays = [], strict = true }: LoadOptions = {},
): Promise<Description> {
  const resolver = new BaseResolver(config.resolve);
  const document = await resolver.resolveDocument(null, file, true).catch((error: Error) => error);
  if (document instanceof Error) throw new GenerateError([unreadable(document, file)]);
  if (!isOpenAPI3(document.parsed))
    throw new GenerateError([{ file: shown(file), line: 1, reason: 'is not an OpenAPI 3 document' }]);

  const giveUp = (error: Error): never => {
    // The linter and the bundler follow references recursively, so a long chain overflows the stack.
    const reason =
      error instanceof RangeError
        ? 'cannot be read: its schemas form a chain of more than about 600 references'
        : error.message;
    throw new GenerateError([{ file: shown(file), line: 0, reason }]);
  };
  const bundleAll = async (doc: Parsed): Promise<Parsed> => {
    const { bundle: bundled, problems } = await bundle({
      doc,
      config,
      externalRefResolver: resolver,
      overlays: [...overlays],
    }).catch(giveUp);
    refuse(problems, true);
    return bundled;
  };
  const lint = async (doc: Parsed): Promise<void> =>
    refuse(await lintDocument({ document: doc, config, externalRefResolver: resolver }).catch(giveUp), strict);

  // An overlay may complete a document, so with overlays the result is linted and not the document.
  if (overlays.length === 0) await lint(document);
  const bundled = await bundleAll(document);
  if (overlays.length > 0) await lint(bundled);
  return { name, file: shown(file), document: bundled.parsed as Document };
}

function refuse(problems: readonly NormalizedProblem[], strict: boolean): void {
  const counted = problems.filter(({ severity }) => strict || severity === 'error');
  if (counted.length > 0) throw new GenerateError(counted.map(toProblem));
}

function isOpenAPI3(parsed: unknown): boolean {
  return (
    typeof parsed === 'object' && parsed !== null && 'openapi' in parsed && String(parsed.openapi).startsWith('3.')
  );
}

function unreadable(error: Error, file: string): Problem {
  if (error instanceof YamlParseError)
    return {
      file: shown(file),
      line: error.line,
      reason: error.originalError.message.split('\n')[0] ?? 'cannot be parsed',
    };
  return { file: shown(file), line: 0, reason: 'cannot be read' };
}

function toProblem({ location, message, ruleId }: NormalizedProblem): Problem {
  const place = location[0];
  if (!place) return { file: '', line: 0, reason: `${message} (${ruleId})` };
  return {
    file: shown(place.source.absoluteRef),
    line: getLineColLocation(place).start.line,
    reason: `${message} (${ruleId})`,
  };
}

function shown(file: string): string {
  return relative(process.cwd(), file) || file;
}
