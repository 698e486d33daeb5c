/** A word, text or sign of a filter that is nearly right. `text` is its OData form. */
export interface LooseToken {
  readonly kind: 'word' | 'string' | 'sign';
  readonly text: string;
}

const space = /[\s\u00a0+]+/y;
const plainSpace = /[\s\u00a0]+/y;
const sign = /[()[\],]|={1,3}|!={0,2}|<>|[<>]=?|&&?|\|\|?/y;
const word = /[^\s\u00a0()[\],'"‘’“”`=!<>&|]+/y;
/** What can follow a text: the end, a sign, or a word of an operator. */
const afterString = /[\s\u00a0]*(?:$|[)\],=!<>&|]|(?:and|or|eq|ne|gt|ge|lt|le|in|is)(?![\p{L}\d_]))/iuy;
const closing: Readonly<Record<string, string>> = {
  "'": "'",
  '"': '"',
  '`': '`',
  '‘': '’‘',
  '’': '’‘',
  '“': '”“',
  '”': '”“',
};

/**
 * Splits a filter that the grammar refuses into the tokens that its author probably meant: with any quotes, undoubled
 * quotes inside a text, signs of other languages, and `+` or `%20` for spaces. Undefined if a text has no end.
 */
export function looseTokens(text: string): LooseToken[] | undefined {
  const isEncoded = !/\s/.test(text);
  const source = (isEncoded ? decoded(text) : text).replace(/^\??\$?filter=/i, '');
  const blank = isEncoded ? space : plainSpace;
  const tokens: LooseToken[] = [];
  let at = 0;
  const match = (sticky: RegExp): string | undefined => {
    sticky.lastIndex = at;
    const found = sticky.exec(source)?.[0];
    at += found?.length ?? 0;
    return found;
  };
  while (at < source.length) {
    if (match(blank) !== undefined) continue;
    const quotes = closing[source.charAt(at)];
    if (quotes !== undefined) {
      const string = readString(source, at, quotes);
      if (string === undefined) return undefined;
      tokens.push({ kind: 'string', text: `'${string.value.replaceAll("'", "''")}'` });
      at = string.end;
      continue;
    }
    const signs = match(sign);
    const found = signs ?? match(word);
    if (found === undefined) return undefined;
    tokens.push({ kind: signs === undefined ? 'word' : 'sign', text: found });
  }
  return tokens;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/**
 * A quote ends its text only if something that can follow a text comes next. Otherwise the text goes on to the end of
 * the line.
 */
function readString(source: string, start: number, quotes: string): { value: string; end: number } | undefined {
  let value = '';
  let hasQuote = false;
  for (let at = start + 1; at < source.length; at++) {
    const character = source.charAt(at);
    if (quotes.includes(character)) {
      afterString.lastIndex = at + 1;
      if (afterString.test(source)) return { value, end: at + 1 };
      if (source.charAt(at + 1) === character) at++;
      else hasQuote = true;
    } else if (character === '\\' && quotes.includes(source.charAt(at + 1))) continue;
    value += character;
  }
  // A quote or an operator inside shows that the text should have ended before it.
  return hasQuote || /[\s)](?:and|or)\s/i.test(value) || value === '' ? undefined : { value, end: source.length };
}
