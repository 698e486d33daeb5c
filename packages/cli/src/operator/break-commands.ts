/** What a text is part of, which decides how a character can be written in another way. */
export type CommandPlace = 'text' | 'json' | 'xml';

/** GitHub reads `::name::` at the start of a line as a command, also after blanks and characters that nobody sees. */
const atStart = /(^|[\r\n])([\s\p{Cc}\p{Cf}]*):(?=[\p{Cc}\p{Cf}]*:)/gu;
/** GitHub reads `##[name]` anywhere in a line, Azure Pipelines `##vso[name]`, and TeamCity `##teamcity[name]`. */
const anywhere = /#(?=[\p{Cc}\p{Cf}]*#[\p{Cc}\p{Cf}\w]*\[)/gu;

const instead: Readonly<Record<CommandPlace, { readonly colon: string; readonly hash: string }>> = {
  text: { colon: ': ', hash: '# ' },
  json: { colon: ':', hash: String.raw`\u0023` },
  xml: { colon: '&#58;', hash: '&#35;' },
};

/**
 * Changes a text so that a CI service finds no command in it: text of the service could otherwise make annotations, set
 * variables or hide later lines. JSON and XML stay the same for a parser. In other text, a space is added.
 *
 * @param place - what the text is. A line of JSON cannot start with a colon
 * @see https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
 * @example
 * ```ts
 * breakCommands('::error::Nightly', 'text'); // ": :error::Nightly"
 * ```
 */
export function breakCommands(text: string, place: CommandPlace): string {
  const { colon, hash } = instead[place];
  return text.replace(atStart, `$1$2${colon}`).replace(anywhere, hash);
}

/** Whether the log of this process is read for commands: on GitHub Actions, Azure Pipelines and TeamCity. */
export function readsCommands(variables: Readonly<Record<string, string | undefined>>): boolean {
  return Boolean(variables['GITHUB_ACTIONS'] || variables['TF_BUILD'] || variables['TEAMCITY_VERSION']);
}
