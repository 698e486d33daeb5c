import { readTextSync } from '@syncline/core/files';
import { parse } from 'yaml';
import { defineCommand } from '../command/define-command.ts';
import { exitStatus } from '../command/exit-status.ts';

/** `syncline environment-names`: what the completion of a shell offers for `--environment`. */
export const environmentNamesCommand = defineCommand({
  name: 'environment-names',
  group: 'shell',
  summary: 'print the names of the environments',
  options: { config: { value: 'file', text: 'the configuration' } },
  exitStatuses: { 0: 'always' },
  isHidden: true,
  async run({ config }, { output }) {
    const names = environmentNames(config);
    if (names.length > 0) output.write(names.join('\n'));
    return exitStatus.yes;
  },
});

/**
 * The names of the environments of a configuration, for a shell that completes them. It reads no secret and checks
 * nothing. Returns no names if the file cannot be read, because an error would disturb somebody who is typing.
 *
 * @param file - the configuration. @default SYNCLINE_CONFIG, otherwise syncline.yaml
 */
export function environmentNames(file = process.env['SYNCLINE_CONFIG'] || 'syncline.yaml'): readonly string[] {
  try {
    const { environments } = parse(readTextSync(file), { logLevel: 'silent', uniqueKeys: false }) as {
      readonly environments: object;
    };
    // The commands refuse a name with other characters, and it would not be a single word in the shell.
    return Object.keys(environments).filter((name) => /^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(name));
  } catch {
    return [];
  }
}
