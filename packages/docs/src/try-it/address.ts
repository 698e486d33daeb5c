import type { Values } from './operation.ts';

/** The inputs in the address of the page. */
export function readAddress(search: string, names: Iterable<string>): Values {
  const given = new URLSearchParams(search);
  return Object.fromEntries([...names].flatMap((name) => (given.has(name) ? [[name, given.get(name) ?? '']] : [])));
}

/** The address of the page with these inputs. Initial values are left out. */
export function writeAddress(address: string, values: Values, initial: Values): string {
  const url = new URL(address);
  url.search = new URLSearchParams(
    Object.entries(values).filter(([name, value]) => value !== initial[name]),
  ).toString();
  url.hash = 'try-it';
  return url.href;
}
