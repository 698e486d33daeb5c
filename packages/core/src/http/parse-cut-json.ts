/**
 * Completes the JSON of an object that was cut off: ends the string and closes the braces that are open. If the text
 * then still is not JSON, because it ends inside a key or a number, leaves out the last member.
 *
 * @throws {SyntaxError} when the text is not the beginning of an object
 */
export function parseCutJson(text: string): unknown {
  let open = '';
  let inString = false;
  let end = text.length;
  /** The text up to the last comma, with what closes it */
  let before = '';
  for (let at = 0; at < end; at += 1) {
    const letter = text[at] as string;
    const brace = letter.charCodeAt(0) | 32;
    if (letter === '\\') {
      const length = text[at + 1] === 'u' ? 6 : 2;
      if (at + length > end) end = at;
      at += length - 1;
    } else if (letter === '"') inString = !inString;
    else if (inString) continue;
    else if (letter === ',') before = text.slice(0, at) + open;
    // The closing brace or bracket is two codes after the opening one.
    else if (brace === 123) open = String.fromCharCode(letter.charCodeAt(0) + 2) + open;
    else if (brace === 125) open = open.slice(1);
  }
  try {
    return JSON.parse(text.slice(0, end) + (inString ? '"' : '') + open);
  } catch {
    return JSON.parse(before);
  }
}
