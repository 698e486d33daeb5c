import { existsSync, watch, type FSWatcher } from 'node:fs';
import { basename, dirname } from 'node:path';

/**
 * Runs an action, and again after each change of a file that it read, until the process is interrupted. It watches the
 * folders of the files instead of the files, because some editors replace a file by renaming another one, which would
 * leave a watch on a deleted file.
 *
 * @param action - returns the files to watch for the next change
 * @param ready - called when the files are watched, and an interrupt already ends the watch
 */
export async function watchFiles(action: () => Promise<readonly string[]>, ready: () => void): Promise<void> {
  const watchers = new Map<string, FSWatcher>();
  let names: ReadonlyMap<string, ReadonlySet<string>> = new Map();
  let pending: NodeJS.Timeout | undefined;
  let running = Promise.resolve();

  const follow = (files: readonly string[]): void => {
    const folders = new Map<string, Set<string>>();
    for (const file of files) {
      const folder = dirname(file);
      folders.set(folder, (folders.get(folder) ?? new Set()).add(basename(file)));
    }
    names = folders;
    for (const [folder, watcher] of watchers) {
      if (folders.has(folder)) continue;
      watcher.close();
      watchers.delete(folder);
    }
    for (const folder of folders.keys()) if (!watchers.has(folder)) start(folder);
  };
  const start = (folder: string): void => {
    if (!existsSync(folder)) return;
    const watcher = watch(folder, (_event, name) => {
      if (name === null || names.get(folder)?.has(name)) again();
    });
    // Removing a folder ends its watch. The next run watches the folder again if it exists.
    watcher.on('error', () => watchers.delete(folder));
    watchers.set(folder, watcher);
  };
  // Editors write a file in several steps, so the action runs only when nothing has changed for a moment.
  const again = (): void => {
    clearTimeout(pending);
    pending = setTimeout(() => {
      running = running.then(async () => follow(await action()));
    }, 100);
  };

  follow(await action());
  await new Promise<void>((done) => {
    const end = (): void => {
      process.off('SIGINT', end).off('SIGTERM', end);
      done();
    };
    process.on('SIGINT', end).on('SIGTERM', end);
    ready();
  });
  clearTimeout(pending);
  await running;
  for (const watcher of watchers.values()) watcher.close();
}
