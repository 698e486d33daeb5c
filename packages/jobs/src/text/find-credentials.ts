/** A place that looks like a credential. */
interface FoundCredential {
  /** What it looks like, such as `a URL with a password` */
  readonly pattern: string;
  /** The line, from 1. */
  readonly line: number;
}

interface Pattern {
  readonly name: string;
  readonly expression: RegExp;
}

const secretWord = String.raw`(?:password|passwd|passphrase|pwd|secret|token|api[_-]?key|access[_-]?key)`;

/**
 * Patterns of credentials in code, in connection strings and in headers. A group named `value` must not be a
 * placeholder. Every repetition is bounded, so that no text takes long.
 */
const patterns: readonly Pattern[] = [
  { name: 'a private key', expression: /-----BEGIN (?:[A-Z]{1,20} ){0,3}PRIVATE KEY-----/g },
  {
    name: 'a URL with a password',
    expression: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/?#@"']{1,200}:(?<value>[^\s@/"']{1,200})@/gi,
  },
  {
    name: 'an Authorization header',
    expression: /\b(?:basic|bearer)\s{1,4}(?=[^\s"']{0,40}\d)[\w+/.~-]{12,2000}={0,2}/gi,
  },
  { name: 'a JSON web token', expression: /\beyJ[\w-]{8,2000}\.[\w-]{8,4000}/g },
  { name: 'an access key id', expression: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g },
  {
    name: 'a token of a known service',
    expression:
      /\b(?:gh[pousr]_[A-Za-z0-9]{20,255}|github_pat_\w{20,255}|xox[abprs]-[A-Za-z0-9-]{10,255}|sk_live_\w{10,255})/g,
  },
  {
    name: 'a secret in an attribute',
    expression: new RegExp(
      String.raw`\b(?:attr|name|key)\s{0,4}=\s{0,4}["'][\w.-]{0,40}${secretWord}\w{0,20}["']\s{1,20}value\s{0,4}=\s{0,4}["'](?<value>[^"']{1,500})["']`,
      'gi',
    ),
  },
  {
    name: 'a secret in quotes',
    expression: new RegExp(
      String.raw`${secretWord}["'\]]{0,2}\s{0,8}(?:=>|:=|=|:)\s{0,8}(["'${'`'}])(?<value>[^"'${'`'}]{1,500})\1`,
      'gi',
    ),
  },
  {
    name: 'a secret in a connection string',
    expression: new RegExp(String.raw`${secretWord}=(?<value>[^\s;"'${'`'}<>&]{3,500})(?=[;"'${'`'}&]|\s|$)`, 'gi'),
  },
];

/** Placeholders for a secret: variables, calls, parameters, and masks. */
const placeholder =
  /^(?:\$|%[\w.]+%$|\{|<|\[|@|:|#|\?+$|\*+$|[xX]+$|(?:null|none|true|false|undefined|string|changeme)$|(?:env|process|os|config|vault|secrets?)\.)|\(|^[A-Za-z_$][\w$]*(?:\.[\w$]+)+$/;

/** A quick test: every pattern contains one of these parts, and most texts contain none. */
const hint =
  /pass(?:word|wd|phrase)|pwd|secret|token|api[_-]?key|access[_-]?key|:\/\/|-----BEGIN|basic|bearer|eyJ|AKIA|ASIA|gh[pousr]_|github_pat_|xox|sk_live/i;

const windowLength = 20_000;
const overlap = 500;

/** Finds texts that look like a credential, line by line. The value itself is never part of the result. */
export function findCredentials(text: string): FoundCredential[] {
  const found: FoundCredential[] = [];
  if (!hint.test(text)) return found;
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    const names = new Set<string>();
    for (const part of windowsOf(line))
      for (const { name, expression } of patterns)
        for (const { groups } of part.matchAll(expression))
          if (groups?.['value'] === undefined || !placeholder.test(groups['value'].trim())) names.add(name);
    // One secret may match two patterns. The first pattern is the most specific.
    const [name] = patterns.filter(({ name }) => names.has(name));
    if (name !== undefined) found.push({ pattern: name.name, line: index + 1 });
  }
  return found;
}

/** Replaces everything that looks like a credential, in texts of the service that are shown. */
export function withoutCredentials(text: string): string {
  if (!hint.test(text)) return text;
  let clean = text;
  for (const { expression } of patterns) clean = clean.replace(expression, '(not shown)');
  return clean;
}

function windowsOf(line: string): string[] {
  const windows: string[] = [];
  for (let from = 0; from === 0 || from < line.length; from += windowLength - overlap)
    windows.push(line.slice(from, from + windowLength));
  return windows;
}
