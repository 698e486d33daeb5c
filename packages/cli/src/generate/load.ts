import { relative } from 'node:path';
import { BaseResolver, YamlParseError, bundle, getLineColLocation, lintDocument, type Config, type NormalizedProblem } from '@redocly/openapi-core';
import { GenerateError, type Problem } from './generate-error.ts';
import type { Description, Document } from './model.ts';

/**
 * Reads a document with everything it refers to, lints it and bundles it. Each file is read and parsed once.
 *
 * @throws {GenerateError} when it cannot be read or parsed, or does not lint without errors and warnings.
 */
export async function loadDescription(name: string, file: string, config: Config): Promise<Description> {
  const resolver = new BaseResolver(config.resolve);
  const document = await resolver.resolveDocument(null, file, true).catch((error: Error) => error);
  if (document instanceof Error) throw new GenerateError([unreadable(document, file)]);
  if (!isOpenAPI3(document.parsed)) throw new GenerateError([{ file: shown(file), line: 1, reason: 'is no OpenAPI 3 document' }]);

  const found = await lintDocument({ document, config, externalRefResolver: resolver });
  if (found.length > 0) throw new GenerateError(found.map(toProblem));

  const bundled = await bundle({ doc: document, config, externalRefResolver: resolver });
  if (bundled.problems.length > 0) throw new GenerateError(bundled.problems.map(toProblem));
  return { name, file: shown(file), document: bundled.bundle.parsed as Document };
}

function isOpenAPI3(parsed: unknown): boolean {
  return typeof parsed === 'object' && parsed !== null && 'openapi' in parsed && String(parsed.openapi).startsWith('3.');
}

function unreadable(error: Error, file: string): Problem {
  if (error instanceof YamlParseError) return { file: shown(file), line: error.line, reason: error.originalError.message.split('\n')[0] ?? 'cannot be parsed' };
  return { file: shown(file), line: 0, reason: 'cannot be read' };
}

function toProblem({ location, message, ruleId }: NormalizedProblem): Problem {
  const place = location[0];
  if (!place) return { file: '', line: 0, reason: `${message} (${ruleId})` };
  return { file: shown(place.source.absoluteRef), line: getLineColLocation(place).start.line, reason: `${message} (${ruleId})` };
}

function shown(file: string): string {
  return relative(process.cwd(), file) || file;
}
