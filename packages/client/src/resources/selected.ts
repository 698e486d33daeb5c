/** The record with the selected fields only; the whole record where all are. */
export type Selected<Record, Key extends keyof Record> = [keyof Record] extends [Key] ? Record : Pick<Record, Key>;
