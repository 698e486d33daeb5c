/** When the clock of the page's sandbox stands: fixed, so that the same data is there for everyone. */
export const sandboxStart = '2026-03-02T08:00:00Z';
