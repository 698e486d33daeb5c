import { createHash } from 'node:crypto';
import { cleanText } from '@syncline/core/internal';

/** The part of a failure's text that stays the same if only ids, numbers, times and names differ. */
export interface Fingerprint {
  /**
   * Such as `f1-0a1b2c3d4e5f6071`. The digit after the f is the version of the rules. Ids of different versions are not
   * comparable
   */
  readonly id: string;
  /** The text with `<n>`, `<id>`, `<time>`, `<name>`, … instead of the parts that differ; at most 300 characters */
  readonly template: string;
}

/** The version of the rules below. Increase it when you change a rule. */
const version = 1;
/** How much of a text is used, in characters. The rest is usually a stack trace. */
const longest = 1_000;
const longestTemplate = 300;

/**
 * Protects the digits of codes from the rules for numbers. These private-use characters cannot occur in the text,
 * because `cleanText` has removed them.
 */
function hide(text: string): string {
  return text.replace(/\d/g, (digit) => String.fromCharCode(0xe000 + Number(digit)));
}
const show = (text: string): string =>
  text.replace(/[\ue000-\ue009]/g, (digit) => String(digit.charCodeAt(0) - 0xe000));

/** One rule: what is replaced, and by what. `only` is a fast test that excludes texts without a match. */
interface Rule {
  readonly only?: RegExp;
  readonly find: RegExp;
  readonly by: string | ((match: string) => string);
}

/**
 * The rules, in order. Each takes time linear in the length of the text, which is limited. Every repetition inside
 * another one is limited too.
 */
const rules: readonly Rule[] = [
  // Queries of addresses, which contain ids and tokens.
  { only: /:\/\//, find: /(:\/\/[^\s?#"'<>]{1,500})[?#][^\s"'<>]*/gu, by: '$1' },
  { only: /@/, find: /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,5}/gu, by: '<email>' },
  // Quoted names, in the quotation marks of several languages. An apostrophe inside a word is not a quotation mark.
  {
    find: /"[^"]{0,300}"|\u201c[^\u201d]{0,300}\u201d|\u201e[^\u201c\u201d]{0,300}[\u201c\u201d]|\u00ab[^\u00bb]{0,300}\u00bb/gu,
    by: '<name>',
  },
  {
    find: /`[^`]{1,300}`|\u300c[^\u300d]{0,300}\u300d|\u300e[^\u300f]{0,300}\u300f|\u2039[^\u203a]{0,300}\u203a|\u2018[^\u2019]{0,300}\u2019/gu,
    by: '<name>',
  },
  { only: /'/, find: /(?<![\p{L}\p{N}])'.{0,300}?'(?![\p{L}\p{N}])/gu, by: '<name>' },
  { only: /-/, find: /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/giu, by: '<id>' },
  { only: /0x/i, find: /\b0x[0-9a-f]{1,64}\b/giu, by: '<id>' },
  // Codes distinguish causes, so their digits are kept: ORA-12541, SQLSTATE 08001, HTTP 503, error code: 1045.
  { only: /-\d/, find: /\b[A-Z]{2,6}-\d{3,6}\b/gu, by: hide },
  {
    only: /[\s:=#([][0-9A-Z]{3,5}(?![\p{L}\p{N}])/u,
    find: /\b(?:sqlstate|https?(?:\/\d(?:\.\d)?)?|status(?: ?code)?|error(?: ?code)?|code|errno|fehler(?:code)?|erreur|c\u00f3digo|errore?)[\s:=#([]{1,3}[0-9A-Z]{3,5}(?![\p{L}\p{N}.:,-]\p{N}|\p{L}|\p{N})/giu,
    by: hide,
  },
  // Times.
  {
    only: /\d-\d/,
    find: /\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:[.,]\d{1,9})?)?(?: ?(?:Z|UTC|GMT)\b| ?[+-]\d\d:?\d\d\b)?/gu,
    by: '<time>',
  },
  { only: /\d{4}/, find: /\b\d{1,2}\.? (?:de )?\p{L}{3,10}\.? (?:de )?\d{4}\b/gu, by: '<time>' },
  { only: / \d{1,2},? \d{4}/, find: /\b\p{L}{3,10}\.? \d{1,2},? \d{4}\b/gu, by: '<time>' },
  {
    find: /\d{4}\u5e74\d{1,2}\u6708\d{1,2}\u65e5|(?<![\d./])\d{1,4}[/.]\d{1,2}[/.]\d{2,4}\b(?![./]\d)/gu,
    by: '<time>',
  },
  {
    only: /\d:\d/,
    find: /(?<![\p{L}\p{N}.:])\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d{1,9})?(?![\d:])(?: ?[AP]\.?M\b\.?)?/giu,
    by: '<time>',
  },
  { only: /, <time>/, find: /\b\p{L}{2,9}\.?, <time>/gu, by: '<time>' },
  { only: /<time>/, find: /<time>(?:,? (?:at |um |\u00e0 |a las )?<time>(?: Uhr\b)?)+/giu, by: '<time>' },
  {
    only: /:[0-9a-f]{0,4}:[0-9a-f]{0,4}:/i,
    find: /(?<![\p{L}\p{N}:])(?:[0-9a-f]{0,4}:){3,7}[0-9a-f]{0,4}(?![\p{L}\p{N}:])/giu,
    by: '<n>',
  },
  // Ids: long hexadecimal numbers, and words in which letters and digits alternate.
  { only: /\d/, find: /\b[A-Za-z0-9]{5,64}\b/g, by: (word) => (isId(word) ? '<id>' : word) },
  { find: /[-+\u2212]?\p{Nd}{1,400}(?:[.,'\u2019\u00a0\u202f_]\p{Nd}{1,40}){0,20}/gu, by: '<n>' },
  // One row, two rows.
  { only: /<n>/, find: /(<n> \p{L}{2,30})s\b/gu, by: '$1' },
];

function isId(word: string): boolean {
  return /^[0-9a-f]{8,}$/i.test(word) ? /\d/.test(word) : /[a-z]\d+[a-z]+\d|\d[a-z]+\d+[a-z]/i.test(word);
}

/**
 * The fingerprint of the text of a failure: the same for two texts that differ only in ids, numbers, times, GUIDs,
 * quoted names, hexadecimal digits, the numbers in paths, or the names that are given. Codes such as `ORA-12541` or
 * `HTTP 503` are kept.
 *
 * @param names - names that may occur in the text without quotes, such as that of the job
 *
 * @example
 * ```ts
 * import { fingerprintOf } from '@syncline/ops';
 *
 * fingerprintOf("Timed out after 30 s reading 'Orders'").template; // "timed out after <n> s reading <name>"
 * ```
 */
export function fingerprintOf(text: string, names: readonly string[] = []): Fingerprint {
  let template = cleanText(text.slice(0, 2 * longest), longest);
  // Names of one or two letters would be found in every word.
  for (const name of names) if (name.length > 2) template = template.replaceAll(cleanText(name), '<name>');
  template = template.normalize('NFKC');
  for (const { only, find, by } of rules)
    if (only?.test(template) !== false) template = template.replace(find, by as string);
  template = show(template)
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/[\s.!\u2026\u3002]+$/u, '')
    .trim();
  // In a text that was cut, the position of the cut depends on what was replaced before it.
  template = [...template].slice(0, longestTemplate).join('').trim();
  const hash = createHash('sha256').update(template).digest('hex').slice(0, 16);
  return { id: `f${version}-${hash}`, template };
}
