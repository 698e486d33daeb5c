import { withoutPrototype } from '@syncline/core/internal';
import type { ConfigProblem } from './config-problem.ts';
import { placeOf } from './config-problem.ts';
import { type Config, configSchema } from './config-schema.ts';
import { meaningProblems } from './meaning-problems.ts';
import { parseYaml, type ParsedYaml } from './parse-yaml.ts';
import { type PathProblem, schemaProblems } from './schema-problems.ts';

/** A configuration, or its problems. */
export interface ReadConfig {
  /** Undefined if there are problems */
  readonly config: Config | undefined;
  /** The problems, in the order of the file */
  readonly problems: readonly ConfigProblem[];
  readonly positionOf: ParsedYaml['positionOf'];
}

/** Maximum length of a configuration, in characters. */
const longest = 1_000_000;

/**
 * Parses the text of `syncline.yaml` and finds every problem, with line and column. It does not resolve secrets or show
 * values.
 */
export function readConfig(text: string): ReadConfig {
  if (text.length > longest) {
    const message = `is longer than ${longest} characters; a configuration is a few kilobytes`;
    const problem: ConfigProblem = { severity: 'error', line: 1, column: 1, place: '', message };
    return { config: undefined, problems: [problem], positionOf: () => ({ line: 1, column: 1 }) };
  }
  const { data, problems: syntax, positionOf } = parseYaml(text);
  if (syntax.length > 0) return { config: undefined, problems: syntax, positionOf };
  const locate = ({ path, isKey, message }: PathProblem): ConfigProblem => ({
    severity: 'error',
    ...positionOf(path, isKey ? 'key' : 'value'),
    place: placeOf(path),
    message,
  });
  const shape = schemaProblems(configSchema, data);
  const found = [...shape, ...meaningProblems(withoutParts(data, shape))].map(locate);
  const problems = found.sort((a, b) => a.line - b.line || a.column - b.column);
  return { config: problems.length === 0 ? (ownOnly(data) as Config) : undefined, problems, positionOf };
}

/** The same data, in which a polluted prototype adds no entry, such as another environment or another secret. */
function ownOnly(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(ownOnly);
  if (typeof data !== 'object' || data === null) return data;
  return withoutPrototype(Object.fromEntries(Object.entries(data).map(([name, value]) => [name, ownOnly(value)])));
}

/** The top-level parts of a configuration that have the right shape, so that one pass finds every problem. */
function withoutParts(data: unknown, shape: readonly PathProblem[]): Config {
  const broken = new Set(shape.map(({ path }) => path[0]));
  if (broken.has(undefined)) return { environments: {} };
  // These parts refer to environments.
  if (broken.has('environments')) broken.add('default').add('mcp');
  const sound = Object.entries(data as Config).filter(([name]) => !broken.has(name));
  return { environments: {}, ...(Object.fromEntries(sound) as Partial<Config>) };
}
