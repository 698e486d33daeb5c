import { relative } from 'node:path';

/** How a message names a file: relative to the current folder. An address is named without password and query. */
export function shown(file: string): string {
  if (/^https?:/.test(file)) return file.replace(/[?#].*$/, '').replace(/^(https?:\/\/)[^/]*@/, '$1');
  return relative(process.cwd(), file) || file;
}
