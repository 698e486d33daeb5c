/** The time of the page's sandbox. It is fixed, so that everybody sees the same data. */
export const sandboxStart = '2026-03-02T08:00:00Z';
