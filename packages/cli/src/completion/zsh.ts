import { allCommands, type CompletedCommand, type CompletedOption, quoted, type Values } from './command-tree.ts';

/** The completion for zsh: a file for a folder of `fpath`, which can also be sourced. */
export function zshCompletion(tree: CompletedCommand): string {
  return `#compdef syncline
# zsh completion for syncline, printed by \`syncline completion zsh\`

_syncline_environments() {
  local -a names config
  local at=\${words[(I)--config]}
  ((at > 0)) && config=(--config \${(Q)words[at + 1]})
  names=(\${(f)"$(_call_program environments \${_syncline_program:-syncline} environment-names \${(q)config} 2>/dev/null)"})
  compadd "$@" -a names
}

_syncline_sides() {
  _alternative 'environments:environment:_syncline_environments' 'folders:folder:_files -/'
}

${allCommands(tree).map(commandFunction).join('\n')}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _syncline "$@"
else
  compdef _syncline syncline
fi
`;
}

const functionOf = (path: readonly string[]): string => ['_syncline', ...path].join('_').replaceAll('-', '_');

function commandFunction({ path, options, arguments: all, commands }: CompletedCommand): string {
  const specs = options.map(optionSpec);
  const name = functionOf(path);
  if (commands.length === 0) {
    for (const [at, { name: argument, values, isVariadic }] of all.entries())
      specs.push(quoted(`${isVariadic && at > 0 ? '*' : at + 1}:${escaped(argument)}:${action(values)}`));
    return `${name}() {\n  _arguments -s -S ${specs.join(' \\\n    ')}\n}\n`;
  }
  const list = commands.map(({ path: below, description }) => quoted(`${escaped(below.at(-1) ?? '')}:${description}`));
  return `${name}() {
  local curcontext=$curcontext state${path.length === 0 ? ' _syncline_program=$words[1]' : ''}
  local -a line
  _arguments -C ${[...specs, "'1: :->command'", "'*:: :->arguments'"].join(' \\\n    ')}
  case $state in
    command)
      local -a commands=(
        ${list.join('\n        ')}
      )
      _describe -t commands command commands
      ;;
    arguments)
      case $line[1] in
${commands.map(({ path: below }) => `        ${quoted(below.at(-1) ?? '')}) ${functionOf(below)} ;;`).join('\n')}
        *) _files ;;
      esac
      ;;
  esac
}
`;
}

function optionSpec({ flags, description, value, isRepeatable }: CompletedOption): string {
  const text = `[${escaped(description)}]`;
  const argument =
    value === undefined ? '' : `${value.isOptional ? '::' : ':'}${escaped(value.name)}:${action(value.values)}`;
  const [first = '', second] = flags.map((flag) => (value !== undefined && flag.startsWith('--') ? `${flag}=` : flag));
  if (second !== undefined)
    return `${quoted(`(${flags.join(' ')})`)}{${first},${second}}${quoted(`${text}${argument}`)}`;
  return quoted(`${isRepeatable ? '*' : ''}${first}${text}${argument}`);
}

function action(values: Values): string {
  switch (values.kind) {
    case 'choices':
      return `(${values.choices.join(' ')})`;
    case 'environments':
      return '_syncline_environments';
    case 'environments and folders':
      return '_syncline_sides';
    case 'files':
      return '_files';
    case 'folders':
      return '_files -/';
    case 'text':
      return ' ';
  }
}

/** A text in a specification of `_arguments`, where brackets and colons are special. */
function escaped(text: string): string {
  return text.replace(/[[\]:\\]/g, String.raw`\$&`);
}
