import { Argument, type Command } from 'commander';
import type { Output } from '../terminal/output.ts';

/**
 * Adds `syncline completion`, whose scripts are generated from the definition of the program, and the command that
 * these scripts call.
 */
export function addCompletion(program: Command, output: Output): void {
  program
    .command('completion')
    .description('print a script that completes commands, options and values in your shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']))
    .addHelpText(
      'after',
      `
bash: add to ~/.bashrc    source <(syncline completion bash)
zsh:  run once            syncline completion zsh > "\${fpath[1]}/_syncline"
fish: run once            syncline completion fish > ~/.config/fish/completions/syncline.fish`,
    )
    .action(async (shell: 'bash' | 'zsh' | 'fish') => {
      const { completionScript } = await import('./completion-script.ts');
      output.out(completionScript(shell, program).trimEnd());
    });
  program
    .command('environment-names', { hidden: true })
    .option('--config <file>')
    .action(async ({ config }: { readonly config?: string }) => {
      const { environmentNames } = await import('./environment-names.ts');
      const names = environmentNames(config);
      if (names.length > 0) output.out(names.join('\n'));
    });
}
