import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { constantsOfCode } from './constants.ts';

const root = new URL('../../../../', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, root), 'utf8');
/** The prose of a page. Code and link addresses are removed, because they make no claims. */
export const proseOf = (markdown: string) =>
  markdown
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replace(/^(`{3,})[\s\S]*?^\1$/gm, '')
    .replace(/`[^`\n]*`/g, '`…`')
    .replace(/\]\([^)]*\)/g, ']');

const decisions = globSync('packages/docs/decisions/*.md', { cwd: fileURLToPath(root) }).map((file) => read(file));

interface Figure {
  readonly text: string;
  readonly value: number;
  readonly unit: string;
  readonly context: string;
}
/** A number in a text, such as `1,024.5`, as the source of a regular expression. */
export const number = String.raw`(?<![\w.,/-])(\d[\d,]*(?:\.\d+)?)`;
const units = String.raw`[×%]|µs|ns|ms|kB|MB|GB|KiB|MiB|GiB|bytes?|times as \w+|times|s|min|h|seconds?|minutes?|hours?|days?|weeks?|\w+\/s`;
const pattern = new RegExp(`${number}[ -]?(${units})(?![\\w%])`, 'g');

const figuresIn = (text: string): readonly Figure[] =>
  [...text.matchAll(pattern)].map((match) => ({
    text: match[0],
    value: Number(match[1]!.replaceAll(',', '')),
    unit: match[2]!,
    context: text.slice(Math.max(0, match.index - 40), match.index + 60).replaceAll('\n', ' '),
  }));

/** The units of limits and defaults, in milliseconds or bytes. Figures with any other unit were measured. */
const second = 1e3;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const limits: Readonly<Record<string, number>> = Object.fromEntries([
  ...Object.entries({ ms: 1, second, s: second, minute, min: minute, hour, h: hour, day, week: 7 * day, times: 1 }),
  ...Object.entries({ byte: 1, kB: 1e3, MB: 1e6, GB: 1e9, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 }),
]);

const limitOf = (unit: string): number | undefined => limits[unit] ?? limits[unit.replace(/s$/, '')];

const surface = Buffer.byteLength(JSON.stringify(JSON.parse(read('packages/mcp/tool-surface.json'))));
/** Figures that are not in the results, a decision or the code, each with the reason for the exception. */
const others: readonly (readonly [page: RegExp, figure: string, reason: string])[] = [
  [/^api\/core/, '200 MB', 'says what compression can do, not what was measured'],
  [/./, '1.4826 ×', 'turns a median absolute deviation into a standard deviation'],
  [/^reference\/mcp-tools/, `${surface.toLocaleString('en')} bytes`, 'the page counts them in the file of the tools'],
];

export const results = JSON.parse(read('packages/bench/results/latest.json')) as { readonly suites: readonly Suite[] };
interface Suite {
  readonly coresInUse?: number;
  readonly tables: readonly {
    readonly columns: readonly { readonly key: string; readonly label: string; readonly unit?: string }[];
    readonly rows: readonly { readonly values: Readonly<Record<string, number | string | undefined>> }[];
  }[];
}

/** Whether a measured value with the same unit rounds to the figure. */
const isMeasured = ({ value, unit, text }: Figure): boolean =>
  results.suites.some(({ tables }) =>
    tables.some(({ columns, rows }) =>
      columns
        .filter((column) => `${column.unit ?? ''} ${column.label}`.includes(unit.startsWith('times') ? '×' : unit))
        .some(({ key }) =>
          rows.some(
            ({ values }) => Number(Number.parseFloat(String(values[key])).toPrecision(digitsOf(text))) === value,
          ),
        ),
    ),
  );
const digitsOf = (text: string) => Math.max(1, /[\d.,]+/.exec(text)![0].replace(/[.,]|^0+\.?0*/g, '').length);
const compact = (text: string) => text.replace(/[ -](?=\D)/g, '');
/**
 * The figures in the decisions. In a sentence such as “15.9 kB: `raw` 3.5, pages 0.7”, the unit applies to all of them.
 */
const decided = new Set(
  decisions
    .flatMap((text) => text.split(/(?<=\.)\s/))
    .flatMap((sentence) =>
      figuresIn(sentence).flatMap(({ text, unit }) => [
        compact(text),
        ...[...sentence.matchAll(/\d+\.\d+/g)].map(([value]) => `${value}${unit}`),
      ]),
    ),
);

/** A page by its name, and its prose. */
export type Page = readonly [name: string, prose: string];

/**
 * The figures with a unit on these pages that are not in the results, a decision or the code; how many figures there
 * are; and the exceptions that no page needs.
 */
export function checkFigures(pages: readonly Page[]): {
  readonly foreign: readonly string[];
  readonly found: number;
  readonly unused: readonly string[];
} {
  const constants = constantsOfCode();
  const unused = new Set(others.map(([, what]) => what));
  let found = 0;
  const foreign = pages.flatMap(([page, text]) =>
    figuresIn(text)
      .filter((figure) => {
        found += 1;
        if (decided.has(compact(figure.text))) return false;
        if (constants.has(figure.value * (limitOf(figure.unit) ?? Number.NaN))) return false;
        const other = others.find(([where, what]) => where.test(page) && what === figure.text);
        if (other !== undefined) unused.delete(other[1]);
        // Last, because a measured value may round to the figure of an exception by chance.
        return other === undefined && !isMeasured(figure);
      })
      .map(({ text: figure, context }) => `${page}: ${figure} in “${context}”`),
  );
  return { foreign, found, unused: [...unused] };
}

/** The documents outside the site. */
export const documents: readonly Page[] = globSync(['{README,SECURITY}.md', 'packages/*/README.md'], {
  cwd: fileURLToPath(root),
}).map((file) => [file, proseOf(read(file))]);

export const adviceOnFigures = 'Take the figure from packages/bench, a decision or the code, or leave it out.';
