import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/**
 * The names of the environments of a configuration, for a shell that completes them. It reads no secret and checks
 * nothing. A file that cannot be read has none: nobody wants an error while typing.
 *
 * @param file - the configuration. @default SYNCLINE_CONFIG, otherwise syncline.yaml
 */
export function environmentNames(file = process.env['SYNCLINE_CONFIG'] || 'syncline.yaml'): readonly string[] {
  try {
    const { environments } = parse(readFileSync(file, 'utf8'), { logLevel: 'silent' }) as {
      readonly environments: object;
    };
    // A name with other characters is refused by the commands, and would not be a word of the shell.
    return Object.keys(environments).filter((name) => /^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(name));
  } catch {
    return [];
  }
}
