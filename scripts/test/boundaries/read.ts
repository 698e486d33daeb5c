import { readSource, type SourceFile } from '../../boundaries/source-file.ts';

/** The sources of a package: the path of each file and its code. */
export type Sources = Readonly<Record<string, string>>;

/** Reads sources that are not on disk. */
export function read(sources: Sources): SourceFile[] {
  return Object.entries(sources).map(([path, code]) => readSource(path, code));
}
