/**
 * The output formats. They are repeated here, because the help must not load the commands; a test compares the lists.
 */
export const formats = ['table', 'json', 'ndjson', 'csv', 'junit', 'sarif'] as const;
/** The formats of a command that prints rows */
export const rowFormats = ['table', 'json', 'ndjson', 'csv'] as const;
/** The formats of an export. A test compares them too. */
export const exportFormats = ['csv', 'ndjson', 'parquet'] as const;
