import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Whether a program is installed. If not, the output says which tests are skipped. */
export const has = (program: string): boolean => {
  const isThere = spawnSync(program, ['--version']).status === 0;
  if (!isThere) console.log(`skipped: tests with ${program}, since it is not installed`);
  return isThere;
};

/** A folder with the three scripts, some files, and the program `syncline` itself. */
export function completionFolder(scripts: Readonly<Record<'bash' | 'zsh' | 'fish', string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'syncline-completion-'));
  for (const [shell, script] of Object.entries(scripts)) writeFileSync(join(folder, `completion.${shell}`), script);
  writeFileSync(join(folder, 'syncline.yaml'), 'environments: { production: {}, staging: {} }\n');
  writeFileSync(join(folder, 'other.yaml'), 'environments: { elsewhere: {} }\n');
  writeFileSync(join(folder, 'a file.har'), '');
  const bin = fileURLToPath(new URL('../../src/bin.ts', import.meta.url));
  const program = join(folder, 'syncline');
  writeFileSync(
    program,
    `#!/bin/sh\nexec '${process.execPath}' --conditions=@syncline/source --no-warnings '${bin}' "$@"\n`,
  );
  chmodSync(program, 0o755);
  return folder;
}

const environment = (folder: string) => ({
  ...process.env,
  PATH: `${folder}:${process.env['PATH'] ?? ''}`,
  TERM: 'dumb',
});

function output(program: string, args: readonly string[], folder: string): string {
  const { stdout, stderr, status } = spawnSync(program, args, {
    cwd: folder,
    env: environment(folder),
    encoding: 'utf8',
  });
  if (status !== 0 || stderr !== '') throw new Error(`${program} ended with status ${status}: ${stderr}`);
  return stdout;
}

/** What bash offers for each command line. A line is a list of words, and the last word is completed. */
export function completeWithBash(folder: string, lines: readonly (readonly string[])[]): readonly string[] {
  const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const calls = lines.map((words) => `offer ${words.map(quote).join(' ')}`);
  const script = `source ./completion.bash
compopt() { :; }
offer() {
  COMP_WORDS=(syncline "$@"); COMP_CWORD=$#; COMPREPLY=()
  _syncline syncline "\${COMP_WORDS[COMP_CWORD]}" "\${COMP_WORDS[COMP_CWORD - 1]}"
  echo "\${COMPREPLY[*]}"
}
${calls.join('\n')}`;
  return output('bash', ['--noprofile', '--norc', '-c', script], folder).trimEnd().split('\n');
}

/** What fish offers for command lines. */
export function completeWithFish(folder: string, lines: readonly string[]): readonly string[] {
  const quote = (text: string): string => `'${text.replace(/['\\]/g, String.raw`\$&`)}'`;
  const calls = lines.map((line) => `echo (complete -C ${quote(line)} | string split -f 1 \\t)`);
  return output('fish', ['--no-config', '-c', `source ./completion.fish\n${calls.join('\n')}`], folder)
    .trimEnd()
    .split('\n');
}

/** A shell on a terminal, in which a test types. */
export class TypedShell {
  readonly #child: ChildProcess;
  #shown = '';

  /** @param command - starts the shell, such as `zsh -f -i` */
  constructor(folder: string, command: string) {
    const args = ['-qec', `stty cols 200 rows 50; exec ${command}`, '/dev/null'];
    this.#child = spawn('script', args, { cwd: folder, env: environment(folder), stdio: ['pipe', 'pipe', 'ignore'] });
    this.#child.stdout?.on('data', (chunk: Buffer) => (this.#shown += chunk.toString()));
  }

  /**
   * Types a text and waits until the terminal shows the expected text. If it never does, the time limit of the test
   * ends the wait.
   */
  async type(text: string, expected: string): Promise<string> {
    this.#shown = '';
    this.#child.stdin?.write(text);
    while (!this.#shown.includes(expected)) await new Promise((resolve) => this.#child.stdout?.once('data', resolve));
    return this.#shown;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#child.once('close', resolve));
    this.#child.kill();
    await closed;
  }
}
