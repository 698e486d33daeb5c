import type { Command } from 'commander';
import { bashCompletion } from './bash.ts';
import { commandTree } from './command-tree.ts';
import { fishCompletion } from './fish.ts';
import { zshCompletion } from './zsh.ts';

const scripts = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

/** The script that completes the commands of a program in a shell. */
export function completionScript(shell: keyof typeof scripts, program: Command): string {
  return scripts[shell](commandTree(program));
}
