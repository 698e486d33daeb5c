import { registerHooks } from 'node:module';

let copies = 0;

/**
 * Loads a module and all that it imports once more, as a second installed copy of its package would be loaded.
 *
 * @param url - the module's address: `import.meta.resolve('../src/index.ts')`
 */
export async function importCopy<Module>(url: string): Promise<Module> {
  const mark = `?copy=${(copies += 1)}`;
  // Stays, for what the copy imports later.
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      const isCopied = context.parentURL?.endsWith(mark) && resolved.url.startsWith('file:');
      return isCopied ? { ...resolved, url: resolved.url + mark } : resolved;
    },
  });
  return (await import(url + mark)) as Module;
}
