import { ConfigError } from '@syncline/core/errors';
import { describeType } from '../nodes/describe-type.ts';
import { codeAt, isSpace } from './characters.ts';
import { ODataSyntaxError } from './odata-syntax-error.ts';

const surrogate = /\p{Surrogate}/u;

/** A position in a text. Creates the errors that name the position. */
export class Cursor {
  readonly text: string;
  position = 0;

  constructor(text: string, maxLength: number) {
    if (typeof text !== 'string')
      throw new ConfigError('text', `must be a string, found ${describeType(text)}; convert it to one`);
    this.text = text;
    if (text.length > maxLength)
      throw this.limit(`a text of ${text.length} characters`, `at most ${maxLength} (maxLength)`, maxLength);
    // Half of a surrogate pair cannot be encoded in a URL, so no service can have sent or received one.
    const half = text.search(surrogate);
    if (half !== -1) throw this.syntax('well-formed text instead of half of a surrogate pair', half);
  }

  /** The character code at the position; -1 at the end. */
  get code(): number {
    return codeAt(this.text, this.position);
  }

  get atEnd(): boolean {
    return this.position >= this.text.length;
  }

  /** Skips spaces and tabs; returns whether there were any. */
  skipSpace(): boolean {
    const start = this.position;
    while (isSpace(this.code)) this.position++;
    return this.position > start;
  }

  /** Skips one character if it is `code`; returns whether it was. */
  skip(code: number): boolean {
    if (this.code !== code) return false;
    this.position++;
    return true;
  }

  /** Matches a sticky expression at the position, skips the match and returns it. */
  match(sticky: RegExp): string | undefined {
    sticky.lastIndex = this.position;
    const found = sticky.exec(this.text)?.[0];
    if (found !== undefined) this.position += found.length;
    return found;
  }

  syntax(expected: string, offset: number = this.position): ODataSyntaxError {
    return new ODataSyntaxError({ code: 'ODATA_SYNTAX', offset, expected, text: this.text });
  }

  unsupported(construct: string, expected: string, offset: number = this.position): ODataSyntaxError {
    return new ODataSyntaxError({ code: 'ODATA_UNSUPPORTED', offset, expected, text: this.text, construct });
  }

  limit(construct: string, expected: string, offset: number = this.position): ODataSyntaxError {
    return new ODataSyntaxError({ code: 'ODATA_LIMIT', offset, expected, text: this.text, construct });
  }
}
