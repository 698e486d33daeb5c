import { relative } from 'node:path';

/** A file as messages name it: relative to the current folder. An address is shown without password and query. */
export function shown(file: string): string {
  if (/^https?:/.test(file)) return file.replace(/[?#].*$/, '').replace(/^(https?:\/\/)[^/]*@/, '$1');
  return relative(process.cwd(), file) || file;
}
