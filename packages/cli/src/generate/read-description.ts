import { isError } from '@syncline/core/internal';
import {
  YamlParseError,
  bundle,
  createConfig,
  getLineColLocation,
  isAbsoluteUrl,
  lintDocument,
  type Document as Parsed,
  type NormalizedProblem,
} from '@redocly/openapi-core';
import { completeDocument } from './complete-document.ts';
import { createResolver } from './create-resolver.ts';
import { lostDecodings } from './decodable.ts';
import { GenerateError, type Problem, displayPath } from './generate-error.ts';
import { type LintConfig, isImpossible, isMistaken, remedyOf } from './lint.ts';
import type { Description, Document, Schema, SecurityScheme } from './model.ts';
import { findCauseIn, type Overlay, type FindCause } from './overlays.ts';
import { NAMED_MEMBERS, keysOf, partsIn } from './schemas.ts';

/**
 * Which problems make the generator refuse a document. `impossible`: only those that make it impossible to generate
 * what the document means; the rest are warnings. `errors`: those that the configuration calls errors. `all`: also
 * warnings.
 */
export type Refusal = 'impossible' | 'errors' | 'all';

export interface LoadOptions {
  /** The overlays, applied in this order before the document is linted. */
  readonly overlays?: readonly Overlay[];
  /** @default 'all' */
  readonly refuse?: Refusal;
}

/** A description, and what was found when it was loaded. */
export interface Loaded extends Description {
  readonly warnings: readonly Problem[];
  /** The files and addresses that were read, overlays included. */
  readonly sources: readonly string[];
  /** The bundled document without the overlays. */
  readonly before: unknown;
}

/**
 * Reads a document and everything that it refers to, lints it and bundles it. Each file is read and parsed once.
 * Addresses are fetched with a time limit and a size limit.
 *
 * @throws {GenerateError} when the document cannot be read or parsed, has a problem that `refuse` refuses, or an
 * overlay cannot be applied completely.
 * @throws {RangeError} when the document has a chain of references that is too long for the stack.
 */
export async function readDescription(
  name: string,
  file: string,
  { config, origin }: LintConfig,
  { overlays, refuse }: Required<LoadOptions>,
): Promise<Loaded> {
  const resolver = createResolver(config);
  const document = await resolver.resolveDocument(null, file, true).catch((error: Error) => error);
  if (document instanceof GenerateError || ('name' in document && document.name === 'RangeError')) throw document;
  if (isError(document)) throw new GenerateError([unreadable(document, file)]);
  requireOpenAPI3(document, file);
  referToNamedSchemas(document.parsed);

  const giveUp = (error: Error): never => {
    if (error.name === 'RangeError') throw error;
    throw new GenerateError([circular(document) ?? { file: displayPath(file), line: 0, reason: error.message }]);
  };
  const bundleWith = (doc: Parsed, applied: readonly string[]) =>
    bundle({ doc, config, externalRefResolver: resolver, overlays: [...applied] }).catch(giveUp);
  const check = (
    problems: readonly NormalizedProblem[],
    isRefused: (problem: NormalizedProblem) => boolean,
    located: (problem: NormalizedProblem) => Problem,
  ): readonly Problem[] => {
    const refused = problems.filter(isRefused);
    if (refused.length > 0) throw new GenerateError(refused.map(located));
    return problems.map(located);
  };
  // The bundler warns about a component that it renamed because another file has one with the same name.
  const isUnbundled = ({ severity }: NormalizedProblem): boolean => refuse === 'all' || severity === 'error';
  const isUnlinted = (problem: NormalizedProblem): boolean => isRefused(problem, refuse);
  const { openapi } = document.parsed as Document;
  const lint = async (doc: Parsed) => (await lintAll(doc)).filter((problem) => !isMistaken(problem, openapi));
  const lintAll = (doc: Parsed) =>
    lintDocument({ document: doc, config, externalRefResolver: resolver }).catch(async (error: Error) => {
      if (error.name === 'RangeError') throw error;
      // A rule cannot read a value of the wrong kind. The rule that checks the kinds names its place.
      const kinds = await createConfig({ rules: { struct: 'error' } });
      const problems = await lintDocument({ document: doc, config: kinds, externalRefResolver: resolver }).catch(
        giveUp,
      );
      return problems.some(isUnlinted) ? problems : giveUp(error);
    });
  const loaded = (result: unknown, warnings: readonly Problem[], before = result): Loaded => ({
    name,
    file: displayPath(file),
    document: completeDocument(result as Document),
    warnings,
    sources: [...resolver.getFiles()],
    before,
  });

  const inDocument = (problem: NormalizedProblem): Problem => toProblem(problem, openapi);
  if (overlays.length === 0) {
    const warnings = check(await lint(document), isUnlinted, inDocument);
    if ('preset' in origin && isBundled(document.parsed as Document)) return loaded(document.parsed, warnings);
    const { bundle: bundled, problems } = await bundleWith(document, []);
    check(problems, isUnbundled, inDocument);
    return loaded(bundled.parsed, warnings);
  }
  // An overlay may complete a document, so the result of the overlays is linted, not the document itself.
  const alone = await bundleWith(document, []);
  const before: unknown = structuredClone(alone.bundle.parsed);
  const whole = await bundleWith(
    { ...document, parsed: structuredClone(before) },
    overlays.map((overlay) => overlay.file),
  );
  const { parsed } = whole.bundle;
  const causeOf = findCauseIn(overlays, before, parsed);
  const inOverlay = (problem: NormalizedProblem): Problem => {
    const isThere = overlays.some((overlay) => overlay.file === problem.location[0]?.source.absoluteRef);
    const pointer = problem.location[0]?.pointer ?? '';
    return toProblem(
      problem,
      openapi,
      isThere ? undefined : (causeOf(missingPlace(problem, parsed)) ?? causeOf(pointer)),
    );
  };
  check(whole.problems, isUnbundled, inOverlay);
  const warnings = check(await lint(whole.bundle), isUnlinted, inOverlay);
  // Only this code knows the places of `x-decode` that the clients would ignore.
  const lost = Object.entries((parsed as Document).components?.schemas ?? {}).flatMap(([schema, each]) =>
    lostDecodings(each, `#/components/schemas/${schema}`, true).flatMap(({ pointer, reason }) => {
      const cause = causeOf(pointer);
      return cause === undefined ? [] : [{ file: cause.file, line: cause.line, reason }];
    }),
  );
  if (lost.length > 0) throw new GenerateError(lost);
  return loaded(nameSchemes(parsed as Document, causeOf), warnings, before);
}

function isRefused(problem: NormalizedProblem, refuse: Refusal): boolean {
  switch (refuse) {
    case 'all':
      return true;
    case 'errors':
      return problem.severity === 'error';
    case 'impossible':
      return isImpossible(problem);
  }
}

/**
 * Writes the values of each discriminator as references. OpenAPI also allows the name of a schema, which redocly takes
 * for the name of a file. Changes the document.
 */
function referToNamedSchemas(parsed: unknown): void {
  const schemas = Object((parsed as Document).components?.schemas) as object;
  for (const { discriminator } of partsIn(parsed) as readonly Schema[]) {
    const mapping = Object(Object(discriminator).mapping) as Record<string, unknown>;
    for (const [value, name] of Object.entries(mapping))
      if (typeof name === 'string' && Object.hasOwn(schemas, name)) mapping[value] = `#/components/schemas/${name}`;
  }
}

/** Keys whose value, or the items of whose list, may be a reference that the bundler keeps. */
const REFERRING = new Set(
  'schema items additionalProperties not allOf anyOf oneOf prefixItems parameters requestBody'.split(' '),
);

/**
 * Whether the bundler would find nothing to do, because a document refers only to itself. It would resolve the document
 * once more and visit all of it, which takes as long as to lint it.
 */
function isBundled(document: Document): boolean {
  const isWhole = (node: unknown, key = '', isMember = false): boolean => {
    if (typeof node !== 'object' || node === null) return true;
    if (Array.isArray(node)) return node.every((each) => isWhole(each, key));
    if ('externalValue' in node || 'defaultMapping' in node) return false;
    if ('$ref' in node && !(isMember || REFERRING.has(key))) return false;
    return Object.keys(node).every((name) => {
      const value = (node as Record<string, unknown>)[name];
      if (name !== '$ref' && typeof value !== 'object') return true;
      if (name === '$ref') return typeof value === 'string' && value.startsWith('#/');
      if (name === 'mapping' && typeof value === 'object')
        return Object.values(Object(value) as object).every((ref) => String(ref).startsWith('#/components/schemas/'));
      return NAMED_MEMBERS.has(name) && typeof value === 'object' && !Array.isArray(value)
        ? Object.values(Object(value) as object).every((each) => isWhole(each, name, true))
        : isWhole(value, name);
    });
  };
  return document.components !== undefined && isWhole(document);
}

function requireOpenAPI3({ parsed, source }: Parsed, file: string): void {
  const { openapi, swagger } = Object(parsed) as { readonly openapi?: unknown; readonly swagger?: unknown };
  if (typeof openapi === 'string' && /^3\.\d+\.\d/.test(openapi)) return;
  if (String(openapi).startsWith('3.')) {
    const { line } = getLineColLocation({ source, pointer: '#/openapi', reportOnKey: true }).start;
    const version = typeof openapi === 'string' ? `"${openapi}"` : `the number ${String(openapi)}`;
    const reason = `openapi has ${version}: write the three parts of the version in quotes, such as openapi: '3.1.0'`;
    throw new GenerateError([{ file: displayPath(file), line, reason }]);
  }
  const reason =
    swagger === undefined
      ? 'is not an OpenAPI 3 document'
      : `is a Swagger ${String(swagger)} document. Convert it first: npx swagger2openapi ${displayPath(file)} --outfile openapi.yaml`;
  throw new GenerateError([{ file: displayPath(file), line: 1, reason }]);
}

function unreadable(error: Error, file: string): Problem {
  if (error instanceof YamlParseError)
    return {
      file: displayPath(file),
      line: error.line,
      reason: error.originalError.message.split('\n')[0] ?? 'cannot be parsed',
    };
  if (isAbsoluteUrl(file)) return { file: displayPath(file), line: 0, reason: error.message };
  // The system's message repeats the path in another form.
  const [, problem = ''] = /^it (.*)$/.exec(error.message) ?? [];
  return { file: displayPath(file), line: 0, reason: problem || 'cannot be read' };
}

/** The first reference of a document that leads back to itself, which redocly does not name; undefined if there is none. */
function circular({ parsed, source }: Parsed): Problem | undefined {
  const refOf = (keys: readonly string[]): string | undefined => {
    const node = keys.reduce<unknown>((at, key) => (Object(at) as Record<string, unknown>)[key], parsed);
    const { $ref } = Object(node) as { readonly $ref?: unknown };
    return typeof $ref === 'string' && $ref.startsWith('#/') ? $ref : undefined;
  };
  const { paths, components } = Object(parsed) as { readonly paths?: object; readonly components?: object };
  const starts = [
    ...Object.keys(Object(paths) as object).map((path) => ['paths', path]),
    ...Object.entries(Object(components) as object).flatMap(([kind, named]) =>
      Object.keys(Object(named) as object).map((name) => ['components', kind, name]),
    ),
  ];
  for (const start of starts) {
    const pointer = `#/${start.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`;
    const seen = new Set<string>();
    let ref = refOf(start);
    while (ref !== undefined && ref !== pointer && !seen.has(ref)) {
      seen.add(ref);
      ref = refOf(keysOf(ref));
    }
    if (ref !== pointer) continue;
    const { line } = getLineColLocation({ source, pointer, reportOnKey: true }).start;
    return {
      file: displayPath(source.absoluteRef),
      line,
      reason: `${pointer} is only a reference to itself: describe it`,
    };
  }
  return undefined;
}

/** The target of a broken reference; an empty text for any other problem. */
function missingPlace({ location, ruleId }: NormalizedProblem, document: unknown): string {
  if (ruleId !== 'no-unresolved-refs' && ruleId !== 'bundler') return '';
  const pointer = location[0]?.pointer ?? '';
  const keys = pointer.slice('#/'.length).split('/');
  const node = keys.reduce<unknown>(
    (at, key) => Object(at)[key.replaceAll('~1', '/').replaceAll('~0', '~')] as unknown,
    document,
  );
  const ref: unknown = typeof node === 'string' ? node : (Object(node) as { readonly $ref?: unknown }).$ref;
  return typeof ref === 'string' && ref.startsWith('#/') ? ref : '';
}

function toProblem(
  problem: NormalizedProblem,
  version: string,
  cause?: { readonly file: string; readonly line: number },
): Problem {
  const { location, message, ruleId } = problem;
  const first = location[0];
  // Where an overlay is the cause, the place is not in the text of the document.
  const text = message === "Can't resolve $ref" && cause === undefined ? `${message}${refAt(first)}` : message;
  const remedy = remedyOf(problem, version);
  const reason = `${remedy === undefined ? text : `${text.replace(/\.?$/, '.')} ${remedy}`} (${ruleId})`;
  if (cause !== undefined) return { file: cause.file, line: cause.line, reason, rule: ruleId };
  if (!first) return { file: '', line: 0, reason, rule: ruleId };
  const { start } = getLineColLocation(first);
  return { file: displayPath(first.source.absoluteRef), line: start.line, reason, rule: ruleId };
}

/** What the reference at a place says, for a message; an empty text if it cannot be found. */
function refAt(location: NormalizedProblem['location'][0] | undefined): string {
  if (location === undefined) return '';
  const { start, end = start } = getLineColLocation(location);
  const lines = location.source.getLines().slice(start.line - 1, end.line);
  const text = lines.join('\n').slice(start.col - 1);
  const ref = /^[^]*?\$ref['"]?\s*:\s*(?:"([^"]*)"|'([^']*)'|([^\s,}]+))/.exec(text);
  const name = ref?.[1] ?? ref?.[2] ?? ref?.[3];
  return name === undefined ? '' : ` ${name}: it leads to nothing. Fix the reference, or describe its target`;
}

/**
 * A document in which the `name` and `in` of a security scheme are known if an overlay wrote them: they are no longer
 * placeholders, so `x-name-template` and `x-not-shown` do not hide them.
 */
function nameSchemes(document: Document, causeOf: FindCause): Document {
  const schemes = Object.entries(document.components?.securitySchemes ?? {}).map(
    ([id, scheme]): [string, SecurityScheme] => {
      const isWritten = (key: string): boolean =>
        causeOf(`#/components/securitySchemes/${id.replaceAll('~', '~0').replaceAll('/', '~1')}/${key}`)?.isExact ??
        false;
      if (scheme.type !== 'apiKey') return [id, scheme];
      const { 'x-name-template': template, 'x-not-shown': notShown, ...rest } = scheme;
      const isNamed = isWritten('name') && !isWritten('x-name-template');
      const hidden = notShown?.filter((key) => !isWritten(key)) ?? [];
      return [
        id,
        {
          ...rest,
          ...(template === undefined || isNamed ? {} : { 'x-name-template': template }),
          ...(hidden.length === 0 ? {} : { 'x-not-shown': hidden }),
        },
      ];
    },
  );
  if (schemes.length === 0) return document;
  return { ...document, components: { ...document.components, securitySchemes: Object.fromEntries(schemes) } };
}
