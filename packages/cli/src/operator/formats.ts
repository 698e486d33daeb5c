/** The forms of output. They stand here too, because the help must not load the commands; a test compares the lists. */
export const formats = ['table', 'json', 'ndjson', 'csv', 'junit', 'sarif'] as const;
