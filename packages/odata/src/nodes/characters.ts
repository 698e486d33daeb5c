/** The character code at `at`, -1 beyond the end: a small integer always, where `charCodeAt` gives NaN and makes an engine reckon in floating point. */
export const codeAt = (text: string, at: number): number => (at < text.length ? text.charCodeAt(at) : -1);

export const isDigit = (code: number): boolean => code >= 48 && code <= 57;
/** What separates words: a space or a tab. */
export const isSpace = (code: number): boolean => code === 32 || code === 9;
