import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { isConfigError } from '@syncline/core';
import { afterEach, describe, expect, it } from 'vitest';
import { auth } from './options/auth.ts';
import { cli } from './options/cli.ts';
import { client } from './options/client.ts';
import { core } from './options/core.ts';
import { jobs } from './options/jobs.ts';
import { mcp } from './options/mcp.ts';
import { odata } from './options/odata.ts';
import { ops } from './options/ops.ts';
import { runs } from './options/runs.ts';
import { sandbox } from './options/sandbox.ts';
import type { PackageOptions } from './options/scenarios.ts';

const packages: Readonly<Record<string, PackageOptions>> = {
  auth,
  cli,
  client,
  core,
  jobs,
  mcp,
  odata,
  ops,
  runs,
  sandbox,
};
const root = resolve(import.meta.dirname, '../..');

const ofOurPackages = new Set(['./internal', './files', './read-files']);

/** The functions that the entries of a package export, except guards and errors. */
async function exportedFunctions(folder: string): Promise<ReadonlySet<string>> {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    exports: Record<string, string | { '@syncline/source'?: string }>;
  };
  const names = new Set<string>();
  for (const [entry, target] of Object.entries(exports)) {
    // What only our packages use gets options that they have checked.
    if (typeof target === 'string' || target['@syncline/source'] === undefined || ofOurPackages.has(entry)) continue;
    const module = (await import(join(folder, target['@syncline/source']))) as Record<string, unknown>;
    for (const [name, value] of Object.entries(module))
      if (typeof value === 'function' && !/^is[A-Z]|Error$/.test(name)) names.add(name);
  }
  return names;
}

const published = globSync('packages/*/package.json', { cwd: root }).flatMap((manifest) => {
  const { private: isPrivate, exports } = JSON.parse(readFileSync(join(root, manifest), 'utf8')) as {
    private?: boolean;
    exports?: object;
  };
  return isPrivate || exports === undefined ? [] : [dirname(manifest).slice('packages/'.length)];
});

describe.each(published)('%s', (name) => {
  const { scenarios, withoutOptions } = packages[name] ?? { scenarios: {}, withoutOptions: {} };
  it('has a scenario, or a reason to need none, for each function that it exports', async () => {
    const functions = [...(await exportedFunctions(join(root, 'packages', name)))].sort();
    const listed = [
      ...Object.keys(scenarios).filter((scenario) => !/[.(]/.test(scenario)),
      ...Object.values(withoutOptions).flat(),
    ];
    expect(listed.sort(), 'scripts/test/options').toEqual(functions);
  });
});

const all = Object.entries(packages).flatMap(([name, { scenarios }]) =>
  Object.entries(scenarios).map(([scenario, call]) => [`${name}: ${scenario}`, call] as const),
);

const settle = async (work: () => unknown): Promise<unknown> => {
  try {
    await work();
    return undefined;
  } catch (error) {
    return error;
  }
};

/** The names of all options, which the error of a name that is like none of them lists. */
const namesOf = async (call: (more: object) => unknown): Promise<readonly string[]> => {
  const error = await settle(() => call({ '☃': 1 }));
  const [, names = ''] = /^[^ ]*"☃" is not an option: use (.*)$/.exec(isConfigError(error) ? error.message : '') ?? [];
  expect(names, `the error is ${String(error)}`).not.toBe('');
  return names.split(', ');
};

describe.each(all)('%s', (_, call) => {
  it('refuses an unknown name, and suggests the nearest', async () => {
    for (const name of await namesOf(call)) {
      const misspelt = `${name}${name.at(-1)}`;
      const error = await settle(() => call({ [misspelt]: 1 }));
      expect(isConfigError(error) && error.message).toContain(`${misspelt} is not an option: did you mean ${name}?`);
    }
  });

  it('reads no option from a polluted prototype', async () => {
    const names = await namesOf(call);
    // Loads the modules that load later.
    await settle(() => call({}));
    const reads = pollute(names);
    await settle(() => call({}));
    clean(names);
    expect([...reads]).toEqual([]);
  });
});

const prototype: object = Object.getPrototypeOf({});

/** Gives every object inherited properties, and returns the places of our sources that read one of them. */
function pollute(names: readonly string[]): ReadonlySet<string> {
  const reads = new Set<string>();
  for (const name of names) {
    // The language itself reads the members of property descriptors.
    if (/^(get|set|value|writable|enumerable|configurable)$/.test(name)) continue;
    Object.defineProperty(prototype, name, {
      configurable: true,
      get() {
        const [, , frame = ''] = (new Error().stack ?? '').split('\n');
        const [, file = '', line] = /\(?(?:file:\/\/)?(\/[^():]*):(\d+):\d+\)?$/.exec(frame) ?? [];
        const place = relative(root, file);
        if (/^packages\/\w+\/src\//.test(place)) reads.add(`${name} in ${place}:${line}`);
        return undefined;
      },
      set(value) {
        Object.defineProperty(this, name, { value, configurable: true, enumerable: true, writable: true });
      },
    });
  }
  return reads;
}

function clean(names: readonly string[]): void {
  for (const name of names) Reflect.deleteProperty(prototype, name);
}

afterEach(() => {
  for (const name of Object.keys(Object.getOwnPropertyDescriptors(prototype)))
    if (!builtIn.has(name)) Reflect.deleteProperty(prototype, name);
});
const builtIn = new Set(Object.getOwnPropertyNames(prototype));
