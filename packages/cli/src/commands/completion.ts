import { defineCommand } from '../command/define-command.ts';
import { exitStatus } from '../command/exit-status.ts';
import { bashCompletion } from '../completion/bash.ts';
import { commandTree } from '../completion/command-tree.ts';
import { fishCompletion } from '../completion/fish.ts';
import { zshCompletion } from '../completion/zsh.ts';

const scripts = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

/** `syncline completion`: a script that completes all commands in a shell. */
export const completion = defineCommand({
  name: 'completion',
  group: 'shell',
  summary: 'print a script that completes commands, options and values in your shell',
  arguments: { shell: { text: 'the shell', choices: ['bash', 'zsh', 'fish'] } },
  examples: [
    'source <(syncline completion bash)  # bash: in ~/.bashrc',
    'syncline completion zsh > "${fpath[1]}/_syncline"',
    'syncline completion fish > ~/.config/fish/completions/syncline.fish',
  ],
  exitStatuses: { 0: 'the script was printed', 2: 'the shell is not one of these' },
  async run({ shell }, { output, commands }) {
    output.write(scripts[shell](commandTree(commands)).trimEnd());
    return exitStatus.yes;
  },
});
