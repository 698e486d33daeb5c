import { allCommands, type CompletedCommand, type CompletedOption, quoted, type Values } from './command-tree.ts';

/** The completion for fish: a file for the folder of completions. */
export function fishCompletion(tree: CompletedCommand): string {
  return `# fish completion for syncline, printed by \`syncline completion fish\`

function __syncline_environments
    set -l words (commandline -opc)
    set -l config
    for at in (seq (count $words))
        switch $words[$at]
            case --config
                set -l next (math $at + 1)
                set config --config $words[$next]
            case '--config=*'
                set config $words[$at]
        end
    end
    $words[1] environment-names $config 2>/dev/null
end

# Whether the command line has exactly this command so far.
function __syncline_command
    set -l words
    for word in (commandline -opc)[2..-1]
        string match -q -- '-*' $word; or set -a words $word
    end
    string match -q -- "$argv *" "$words "
end

# Whether it has no subcommand of these commands yet.
function __syncline_needs_command
    set -l words
    for word in (commandline -opc)[2..-1]
        string match -q -- '-*' $word; or set -a words $word
    end
    test "$words" = "$argv"
end

complete -c syncline -f
${allCommands(tree).flatMap(linesOf).join('\n')}
`;
}

/** In fish, a quote is escaped with a backslash and not by doubling it. */
const fishQuoted = (text: string): string => `'${text.replace(/['\\]/g, String.raw`\$&`)}'`;

function linesOf({ path, options, arguments: all, commands }: CompletedCommand): readonly string[] {
  const condition = fishQuoted(path.length === 0 ? '__syncline_needs_command' : `__syncline_command ${path.join(' ')}`);
  const line = `complete -c syncline -n ${condition}`;
  const needs = fishQuoted(['__syncline_needs_command', ...path].join(' '));
  return [
    ...commands.map(
      ({ path: below, description }) =>
        `complete -c syncline -n ${needs} -a ${quoted(below.at(-1) ?? '')} -d ${fishQuoted(description)}`,
    ),
    ...options.map((option) => `${line} ${optionOf(option)}`),
    ...all.flatMap(({ values }) => {
      const found = valuesOf(values);
      return found === '' ? [] : [`${line} ${found}`];
    }),
  ];
}

function optionOf({ flags, description, value }: CompletedOption): string {
  const names = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`)).join(' ');
  if (value === undefined || value.isOptional) return `${names} -d ${fishQuoted(description)}`;
  // -x: the option takes a value that is not a file.
  const values = value.values.kind === 'files' ? '-r -F' : `-x ${valuesOf(value.values)}`;
  return `${names} ${values.trimEnd()} -d ${fishQuoted(description)}`;
}

function valuesOf(values: Values): string {
  switch (values.kind) {
    case 'choices':
      return `-a ${fishQuoted(values.choices.join(' '))}`;
    case 'environments':
      return `-a '(__syncline_environments)'`;
    case 'environments and folders':
      return `-a '(__syncline_environments) (__fish_complete_directories)'`;
    case 'files':
      return '-F';
    case 'folders':
      return `-a '(__fish_complete_directories)'`;
    case 'text':
      return '';
  }
}
