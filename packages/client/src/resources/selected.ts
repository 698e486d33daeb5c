/** A record with the selected fields only, or the whole record if every field is selected. */
export type Selected<Record, Key extends keyof Record> = [keyof Record] extends [Key] ? Record : Pick<Record, Key>;
