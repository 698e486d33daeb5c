/** Ascending or descending. */
export type Direction = 'asc' | 'desc';

/** One condition of a `$orderby`. */
export interface OrderByItem {
  readonly property: string;
  readonly direction: Direction;
}

/**
 * One condition as you write it: `'runstartdate desc'`, or only the property for ascending order. For a property that
 * the record's type does not list, use an {@link OrderByItem}.
 */
export type OrderBy<Properties> =
  | (keyof Properties & string)
  | `${keyof Properties & string} ${Direction}`
  | OrderByItem;
