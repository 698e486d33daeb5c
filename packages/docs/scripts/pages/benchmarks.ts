import { existsSync, readFileSync } from 'node:fs';
import { code, root, table, writePage } from './page.ts';

interface Column {
  readonly key: string;
  readonly label: string;
  readonly unit?: string;
}
interface Row {
  readonly name: string;
  readonly version?: string;
  readonly isBound?: boolean;
  readonly values: Readonly<Record<string, number | string | undefined>>;
}
interface Goal {
  readonly text: string;
  readonly measured: number;
  readonly met: boolean;
}
interface Table {
  readonly title: string;
  readonly about?: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly goals: readonly Goal[];
  /** The value of each row by which the others grow */
  readonly growth?: string;
}
interface Suite {
  readonly name: string;
  readonly title: string;
  readonly rounds: number;
  readonly processes?: number;
  readonly quick: boolean;
  /** Not measured before November 27, 2026 */
  readonly coresInUse?: number;
  readonly machine: {
    readonly node: string;
    readonly platform: string;
    readonly cpu: string;
    readonly cores: number;
    readonly memoryGiB: number;
    readonly date: string;
  };
  readonly tables: readonly Table[];
}

const source = new URL('packages/bench/results/latest.json', root);

/** Outside code, the renderer would change the hyphens of an option. Charts are HTML, which it leaves as it is. */
const commandsAsCode = (body: string): string =>
  body
    .split('\n')
    .map((line) => (line.startsWith('<') ? line : line.replace(/\w+ --\w+/g, code)))
    .join('\n');

/** Writes the page of the latest results: every table with its chart, its machine and its date. */
export function writeBenchmarks(): void {
  const suites = existsSync(source)
    ? (JSON.parse(readFileSync(source, 'utf8')) as { suites: readonly Suite[] }).suites
    : [];
  writePage('project/benchmarks.md', {
    title: 'Benchmarks',
    description:
      'Every figure is measured beside other libraries in the same run: interleaved rounds, a separate server process, and the median of the rounds.',
    body:
      suites.length === 0
        ? 'No results are recorded. Run `npm run bench -- --json packages/bench/results/latest.json` to record some.'
        : commandsAsCode([summary(suites), howTaken(suites), ...suites.map(suiteText)].join('\n\n')),
  });
}

/** The tables of the summary, each with the column that is drawn; what a reader asks first. */
const highlights = [
  ['request', 'One job, 50 at once', 'One job, 50 requests at once'],
  ['stream', 'History of 200 MB, record by record', 'A history of 200 MB, record by record'],
  ['filter', 'Parse a filter', 'Parsing a filter'],
] as const;

/** The most bars of a chart of the summary. */
const mostBars = 4;

/** One screen: three charts, and how many goals are met. */
function summary(suites: readonly Suite[]): string {
  const charts = highlights.map(([name, title, label]) => {
    const found = suites.find((suite) => suite.name === name)?.tables.find((candidate) => candidate.title === title);
    if (found === undefined)
      throw new Error(
        `packages/bench/results/latest.json has no table “${title}”. Correct scripts/pages/benchmarks.ts.`,
      );
    return `<div><p>${label}</p>${chart(label, found.columns[0], best(found.rows, found.columns[0]))}</div>`;
  });
  const goals = suites.flatMap(({ tables }) => tables.flatMap((each) => each.goals));
  const met = goals.filter((goal) => goal.met).length;
  return [
    `<div class="benchmark-summary not-content">${charts.join('')}</div>`,
    `Longer bars are faster. **${met} of ${goals.length} goals are met.** Open a suite below for all libraries, goals and spreads.`,
  ].join('\n\n');
}

/** Our fastest contender and the fastest of the others, so that both sides are shown at their best. */
function best(rows: readonly Row[], column: Column | undefined): readonly Row[] {
  const value = ({ values }: Row) => Number.parseFloat(String(values[column?.key ?? '']));
  const ranked = rows
    .filter((row) => row.isBound !== true && Number.isFinite(value(row)))
    .sort((left, right) => value(right) - value(left));
  const ours = ranked.filter(isOurs).slice(0, 2);
  const shown = new Set([...ours, ...ranked.filter((row) => !isOurs(row)).slice(0, mostBars - ours.length)]);
  return ranked.filter((row) => shown.has(row));
}

const isOurs = ({ name }: Pick<Row, 'name'>): boolean => /syncline|^history\.stream/i.test(name);

/**
 * The conditions of the runs: how many cores other work used in the second before each suite. Up to a tenth of a core,
 * the machine counts as idle; above half a core, the figures are not good enough. Older results do not have this figure.
 */
function howTaken(suites: readonly Suite[]): string {
  const inUse = suites.flatMap(({ coresInUse }) => coresInUse ?? []);
  const most = Math.max(...inUse);
  const cores = Math.min(...suites.map(({ machine }) => machine.cores));
  const isComplete = inUse.length === suites.length;
  const before = isComplete ? 'each suite' : `${inUse.length} of ${suites.length} suites`;
  const other = ' Other work ran on the same cores, so spreads are wide. Measure these figures again.';
  const busy = most > 0.5 ? other : isComplete && most <= 0.1 ? ' The machine was idle.' : '';
  const load =
    inUse.length === 0 ? '' : ` Before ${before}, other work used at most ${most.toFixed(2)} of ${cores} cores.${busy}`;
  const quick = suites.some((suite) => suite.quick)
    ? ' Suites marked quick used short slots and little work. Do not publish their figures.'
    : '';
  return `**How this was measured.** Each suite names its machine, date and rounds.${load}${quick} Run \`npm run bench -- --json packages/bench/results/latest.json\` to measure everything again.`;
}

function suiteText({ title, machine, coresInUse, rounds, processes = 1, quick, tables }: Suite): string {
  const about = `<p class="machine">Node ${machine.node}, ${machine.platform}, ${machine.cores} cores, ${machine.memoryGiB} GiB, ${machine.cpu}; ${machine.date}; ${rounds} ${rounds === 1 ? 'round' : 'rounds'}${processes > 1 ? ` in each of ${processes} processes` : ''}${quick ? ', quick' : ''}${coresInUse === undefined ? '' : `; other work used ${coresInUse.toFixed(2)} cores`}.</p>`;
  const goals = tables.flatMap((each) => each.goals);
  const met = goals.filter((goal) => goal.met).length;
  const count = goals.length === 0 ? '' : `: ${met} of ${goals.length} goals met`;
  const details = [about, ...tables.map(tableText)].join('\n\n');
  return `## ${title}\n\n<details>\n<summary>${tables.length} ${tables.length === 1 ? 'table' : 'tables'}${count}</summary>\n\n${details}\n\n</details>`;
}

function tableText({ title, about, columns, rows, goals, growth }: Table): string {
  const head = ['Name', ...columns.map(({ label, unit }) => (unit === undefined ? label : `${label}, ${unit}`))];
  const lines = rows.map(({ name, version, values }) => [
    version === undefined ? name : `${name} ${version}`,
    ...columns.map(({ key }) => cell(values[key])),
  ]);
  const aims = (met: boolean) =>
    goals
      .filter((goal) => goal.met === met)
      .map(({ text, measured }) => `- ${met ? 'met' : '**not met**'}: ${text} (measured ${cell(measured)})`)
      .join('\n');
  const met = goals.filter((goal) => goal.met).length;
  const reached =
    met === 0 ? '' : `<details>\n<summary>${met} of ${goals.length} goals met</summary>\n\n${aims(true)}\n\n</details>`;
  return [
    `**${title}**`,
    about ?? '',
    growth === undefined ? chart(title, columns[0], rows) : growthChart(title, columns, rows, growth),
    table(head, lines),
    aims(false),
    reached,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

const cell = (value: number | string | undefined): string =>
  value === undefined
    ? '–'
    : typeof value === 'string'
      ? value
      : value.toLocaleString('en', { maximumSignificantDigits: 4 });

const plot = { left: 46, top: 12, width: 520, height: 220 } as const;
const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/**
 * A line for each column with the unit of the first one, over the sizes of the rows. Both axes are logarithmic, with a
 * rule for each power of ten: a cost that grows with the size rises by as much as it moves to the right.
 */
function growthChart(title: string, columns: readonly Column[], rows: readonly Row[], by: string): string {
  const unit = columns[0]?.unit;
  const lines = columns
    .filter((column) => column.unit === unit)
    .map(({ key, label }) => ({
      label,
      points: rows
        .map(({ values }) => [Number(values[by]), Number(values[key])] as const)
        .filter(([x, y]) => x > 0 && y > 0),
    }))
    .filter(({ points }) => points.length > 1);
  const all = lines.flatMap(({ points }) => points);
  if (all.length === 0) return '';
  const powers = (axis: 0 | 1) => {
    const logs = all.map((point) => Math.log10(point[axis]));
    return { from: Math.floor(Math.min(...logs)), to: Math.ceil(Math.max(...logs) + 1e-9) };
  };
  const [sizes, figures] = [powers(0), powers(1)];
  const share = (value: number, { from, to }: typeof sizes) => (Math.log10(value) - from) / (to - from);
  const x = (value: number) => plot.left + plot.width * share(value, sizes);
  const y = (value: number) => plot.top + plot.height * (1 - share(value, figures));
  const steps = ({ from, to }: typeof sizes) => Array.from({ length: to - from + 1 }, (_, step) => 10 ** (from + step));
  const name = (value: number) =>
    value >= 1_000
      ? `10${String(Math.log10(value)).replace(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]!)}`
      : String(value);
  const bottom = plot.top + plot.height;
  const rules = [
    ...steps(figures).map(
      (value) =>
        `<path class="rule" d="M${plot.left} ${y(value).toFixed(1)}h${plot.width}"/><text class="at" x="${plot.left - 8}" y="${(y(value) + 4).toFixed(1)}" text-anchor="end">${name(value)}</text>`,
    ),
    ...steps(sizes).map(
      (value) =>
        `<text class="at" x="${x(value).toFixed(1)}" y="${bottom + 18}" text-anchor="middle">${name(value)}</text>`,
    ),
  ];
  const drawn = lines.map(({ label, points }, index) => {
    const path = points
      .map(([size, value], at) => `${at === 0 ? 'M' : 'L'}${x(size).toFixed(1)} ${y(value).toFixed(1)}`)
      .join('');
    const [, last] = points.at(-1) ?? [0, 1];
    const dots = points.map(
      ([size, value]) => `<circle cx="${x(size).toFixed(1)}" cy="${y(value).toFixed(1)}" r="3"/>`,
    );
    return `<g class="line-${index % 5}"><path d="${path}"/>${dots.join('')}<text x="${x(points.at(-1)?.[0] ?? 1) + 8}" y="${(y(last) + 4).toFixed(1)}">${escapeText(label)}</text></g>`;
  });
  const size = `viewBox="0 0 ${plot.left + plot.width + 190} ${bottom + 28}"`;
  const caption = `${unit ?? columns[0]?.label ?? ''}, over the number of stored runs; both axes are logarithmic`;
  return `<figure class="growth not-content"><svg ${size} role="img" aria-label="${escapeText(title)}">${rules.join('')}${drawn.join('')}</svg><figcaption>${escapeText(caption)}</figcaption></figure>`;
}

/** One bar per contender; ours are marked. CSS draws the bars, so that every label stays text. */
function chart(title: string, column: Column | undefined, rows: readonly Row[]): string {
  if (column === undefined) return '';
  const values = rows
    .filter(({ isBound }) => isBound !== true)
    .map(({ name, values }) => ({ name, value: Number.parseFloat(String(values[column.key])) }))
    .filter(({ value }) => Number.isFinite(value));
  const most = Math.max(...values.map(({ value }) => value));
  if (values.length < 2 || !(most > 0)) return '';
  const bars = values.map(
    ({ name, value }) =>
      `<div${isOurs({ name }) ? ' class="ours"' : ''}><span>${escapeText(name)}</span><i style="--share:${((100 * value) / most).toFixed(1)}%"></i><b>${cell(value)}</b></div>`,
  );
  const unit = column.unit === undefined ? '' : `, ${column.unit}`;
  return `<figure class="bars not-content" aria-label="${escapeText(title)}: ${escapeText(column.label)}${unit}">${bars.join('')}<figcaption>${escapeText(column.label)}${unit}</figcaption></figure>`;
}
