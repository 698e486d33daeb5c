import type { Output } from './console.ts';

/** Control characters except a line break and a tab, and characters that change the direction or are invisible. */
const hidden = String.raw`(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029]`;
/** The styles of `paint`, here and in `@syncline/ops`. */
const style = String.raw`\u001b\[(?:[12]|22|3[1-6]|39)m`;

/**
 * Replaces by a space what a terminal could obey, or what would show a text in another order. A text of the service, of
 * a file or of the command line may contain it, and a command may forget to clean it.
 *
 * @param isStyled - whether our own styles are kept
 */
export function cleanLines(text: string, isStyled: boolean): string {
  // Not literals: V8 looks up the characters of a literal's `\p{}` when it reads the file, at each start.
  if (/^[\n\t -~]*$/.test(text)) return text;
  return isStyled
    ? text.replace(new RegExp(`(${style})|${hidden}`, 'gu'), (_, own: string | undefined) => own ?? ' ')
    : text.replace(new RegExp(hidden, 'gu'), ' ');
}

/** Like {@link cleanLines}, for a text that has no styles and one line. */
export function cleanLine(text: string): string {
  return cleanLines(text, false).replace(/[\n\t]/g, ' ');
}

/** An output through which no command can control the terminal, except with our own styles. */
export function guardOutput(output: Output): Output {
  const { out, err, colour, terminal } = output;
  const clean = (text: string): string => cleanLines(text, colour);
  return {
    ...output,
    out: (text) => out(clean(text)),
    // Such a text has no styles of ours.
    exact: terminal === undefined ? out : (text) => out(cleanLines(text, false)),
    err: (text) => err(clean(text)),
    terminal: terminal && {
      ...terminal,
      progress: (text) => terminal.progress(cleanLine(text)),
    },
  };
}
