/** One column of what a command prints. */
export interface Column<Row> {
  /** Its name in JSON, NDJSON and CSV, and for `--fields`: the same as in the interface where there is one */
  readonly name: string;
  /** The heading of a table. @default the name */
  readonly title?: string | undefined;
  /** The value for programs: text, a number, a bigint, a boolean, a date, or an object */
  readonly value: (row: Row) => unknown;
  /** The value for a person. @default the value as text; a date relative to now on a terminal */
  readonly text?: ((row: Row, view: View) => string) | undefined;
  /** Numbers stand right. @default 'left' */
  readonly align?: 'left' | 'right' | undefined;
  /** How narrow a table may make the column before it cuts another one. @default never narrower than its values */
  readonly minWidth?: number | undefined;
  /** Whether a text that is too wide for its column is broken over lines instead of cut. @default false */
  readonly isBroken?: boolean | undefined;
  /** Left out of a table that is too narrow, before other columns are cut to less than is easy to read */
  readonly isMinor?: boolean | undefined;
  /** Left out of a table, unless `--fields` names it */
  readonly isExtra?: boolean | undefined;
}

/** How a person looks at the output. */
export interface View {
  /** The width of the terminal in columns; undefined off a terminal, where nothing is cut */
  readonly width: number | undefined;
  readonly colored: boolean;
  /** The current time in milliseconds since 1970: times are relative to it on a terminal, and RFC 3339 elsewhere */
  readonly now: number;
}
