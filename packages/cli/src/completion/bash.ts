import { allCommands, type CompletedCommand, quoted, type Values } from './command-tree.ts';

/**
 * The completion for bash 3.2 and newer. It needs no other package. If the script offers nothing, bash completes file
 * names. No word of the command line is evaluated.
 */
export function bashCompletion(tree: CompletedCommand): string {
  const commands = allCommands(tree);
  const nested = commands.filter(({ path, commands: below }) => path.length > 0 && below.length > 0);
  return `# bash completion for syncline, printed by \`syncline completion bash\`

_syncline_environments() {
  local config='' at
  for ((at = 1; at < COMP_CWORD; at++)); do
    [[ \${COMP_WORDS[at]} == --config ]] && config=\${COMP_WORDS[at + 1]}
    [[ \${COMP_WORDS[at]} == --config && $config == '=' ]] && config=\${COMP_WORDS[at + 2]}
  done
  "$1" environment-names \${config:+--config "$config"} 2>/dev/null
}

_syncline() {
  local program=$1 cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]}
  # Readline treats the = of --option=value as a word.
  if [[ $cur == '=' ]]; then cur=''; elif [[ $prev == '=' ]]; then prev=\${COMP_WORDS[COMP_CWORD - 2]}; fi
  local command='' valued='' place=0 at word
  for ((at = 1; at < COMP_CWORD; at++)); do
    word=\${COMP_WORDS[at]}
    case $word in
      --) [[ $command == record ]] || command='none' ;;
      =) ((at++)) ;;
      -*) [[ $valued == *" $word "* && \${COMP_WORDS[at + 1]} != '=' ]] && ((at++)) ;;
      *)
        case $command in
          '') command=$word ;;
${nested.map(({ path }) => `          ${quoted(path.join(' '))}) command="$command $word" ;;`).join('\n')}
          *) ((place++)) ;;
        esac
        case $command in
${commands
  .filter(({ path }) => path.length > 0)
  .map(({ path, options }) => {
    const flags = options.filter(({ value }) => value?.isOptional === false).flatMap(({ flags: names }) => names);
    return `          ${quoted(path.join(' '))}) valued=${quoted(` ${flags.join(' ')} `)} ;;`;
  })
  .join('\n')}
        esac
        ;;
    esac
  done
  local words='' files=''
  case "$command $prev" in
${commands.flatMap(optionCases).join('\n')}
    *)
      if [[ $cur == -* ]]; then
        case $command in
${commands.map(({ path, options }) => `          ${quoted(path.join(' '))}) words=${quoted(options.flatMap(({ flags }) => flags).join(' '))} ;;`).join('\n')}
        esac
      else
        case "$command $place" in
${commands.flatMap(argumentCases).join('\n')}
        esac
      fi
      ;;
  esac
  COMPREPLY=()
  local IFS=$' \\t\\n'
  [[ -n $words ]] && COMPREPLY=($(compgen -W "$words" -- "$cur"))
  case $files in
    '') compopt +o default +o bashdefault 2>/dev/null ;;
    folders) IFS=$'\\n' && COMPREPLY+=($(compgen -d -- "$cur")) && compopt -o filenames 2>/dev/null ;;
  esac
  return 0
}

complete -o bashdefault -o default -F _syncline syncline
`;
}

function optionCases({ path, options }: CompletedCommand): readonly string[] {
  return options.flatMap(({ flags, value }) => {
    if (value === undefined || value.isOptional) return [];
    const patterns = flags.map((flag) => quoted(`${path.join(' ')} ${flag}`)).join(' | ');
    return [`    ${patterns}) ${offer(value.values)} ;;`];
  });
}

function argumentCases({ path, arguments: all, commands }: CompletedCommand): readonly string[] {
  const caseOf = (at: number | string): string => `        ${quoted(`${path.join(' ')} `)}${at}`;
  if (commands.length > 0)
    return [`${caseOf(0)}) words=${quoted(commands.map(({ path: below }) => below.at(-1)).join(' '))} ;;`];
  return all.map(({ values, isVariadic }, at) => `${caseOf(isVariadic && at > 0 ? '*' : at)}) ${offer(values)} ;;`);
}

function offer(values: Values): string {
  switch (values.kind) {
    case 'choices':
      return `words=${quoted(values.choices.join(' '))}`;
    case 'environments':
      return 'words=$(_syncline_environments "$program")';
    case 'environments and folders':
      return 'words=$(_syncline_environments "$program") files=folders';
    case 'files':
    case 'folders':
      return `files=${values.kind}`;
    case 'text':
      return ':';
  }
}
