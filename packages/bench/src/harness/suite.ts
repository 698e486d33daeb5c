/** One column of a table: `key` names the value in each row, and `unit` appears beside the label. */
export interface Column {
  readonly key: string;
  readonly label: string;
  readonly unit?: string;
}

/** What is measured, and how its row is named. */
export interface Contender {
  readonly name: string;
  /** The exact version that ran */
  readonly version?: string | undefined;
  /** Whether it is no contender but a bound, which no contender can pass. The site's charts leave it out */
  readonly isBound?: boolean | undefined;
}

/** The row of one contender. A missing value prints as "-". */
export interface Row extends Contender {
  readonly values: Readonly<Record<string, number | string | undefined>>;
}

/** A goal and the measured figure. Goals are reported and never enforced, because times depend on the machine. */
export interface Goal {
  readonly text: string;
  readonly measured: number;
  readonly met: boolean;
}

/** The result of a suite, printed as Markdown and written as JSON, which the site shows. */
export interface Table {
  readonly title: string;
  readonly about?: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly goals: readonly Goal[];
  /** The value of each row by which the others grow, such as a number of runs. The site draws them over it */
  readonly growth?: string;
}

/** The settings of a run. `quick` is for trying a suite: do not publish its figures. */
export interface Settings {
  readonly rounds: number;
  readonly slotMs: number;
  readonly quick: boolean;
  /** Sizes that take long. Suites without such sizes ignore it. @default false */
  readonly full?: boolean;
  /** The contenders to measure beside the baseline, by a part of their name. None means all. */
  readonly only: readonly string[];
}

/** A suite lives in `src/suites/<name>.ts` as its default export and is found by its file name. */
export interface Suite {
  readonly title: string;
  /** Whether `peers/` must be installed before the suite runs. @default true */
  readonly peers?: boolean;
  /** Measures, and yields each table as soon as it is complete. */
  run(settings: Settings): AsyncIterable<Table> | Iterable<Table>;
}

/** `goal('≥ 0.95 × bare fetch', ratio, 0.95)`. With `atMost: true`, the figure must not exceed the limit. */
export function goal(text: string, measured: number, limit: number, { atMost = false } = {}): Goal {
  return { text, measured, met: atMost ? measured <= limit : measured >= limit };
}
