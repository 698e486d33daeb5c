/** Whether a filter is true for a record. `null` is OData's unknown: neither true nor false. */
export type Evaluator = (record: object) => boolean | null;
