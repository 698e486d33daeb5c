import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bump } from '../../packages/cli/src/diff/change.ts';
import { ProjectError } from '../project-error.ts';
import { PUBLISHED, readManifest } from '../ship/packages.ts';

/** What users see of a version of the packages. */
export interface Surface {
  readonly version: string;
  /** The folder of the bundled documents */
  readonly documents: string;
  /** The report of a package's exports (`npm run generate`); undefined if this version does not have the package */
  reportOf(name: string): string | undefined;
}

const baselineOf = (root: string): string => join(root, 'scripts/release/baseline');

/**
 * The surface of a checkout.
 *
 * @throws {ProjectError} when the packages have different versions
 */
export function currentSurface(root: string): Surface {
  const versions = new Set(PUBLISHED.map((name) => readManifest(join(root, 'packages', name)).version));
  const [version] = versions;
  if (version === undefined || versions.size > 1)
    throw new ProjectError(
      `The packages have different versions: ${[...versions].join(', ')}. Look at .changeset/config.json`,
    );
  return {
    version,
    documents: join(root, 'packages/openapi/documents'),
    reportOf: (name) => readIfThere(join(root, 'packages', name, 'api', `${name}.api.md`)),
  };
}

/** The surface that `writeBaseline` stored when the version was set. */
export function baseline(root: string): Surface {
  const folder = baselineOf(root);
  return {
    version: readFileSync(join(folder, 'version'), 'utf8').trim(),
    documents: join(folder, 'documents'),
    reportOf: (name) => readIfThere(join(folder, 'api', `${name}.api.md`)),
  };
}

/** Stores the surface of a checkout, with which the gate compares from then on. */
export function writeBaseline(root: string): void {
  const { version, documents, reportOf } = currentSurface(root);
  const folder = baselineOf(root);
  rmSync(folder, { recursive: true, force: true });
  cpSync(documents, join(folder, 'documents'), { recursive: true });
  for (const name of PUBLISHED) {
    if (reportOf(name) !== undefined)
      cpSync(join(root, 'packages', name, 'api'), join(folder, 'api'), { recursive: true });
  }
  writeFileSync(join(folder, 'version'), `${version}\n`);
}

function readIfThere(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** The change of one exported name. */
interface NameChange {
  readonly bump: Extract<Bump, 'minor' | 'major'>;
  readonly message: string;
}

/**
 * Compares two reports of a package. A removed name is a major change. A new or different one is at least minor; a person
 * decides whether it is major.
 */
export function compareReports(before: string, after: string): readonly NameChange[] {
  const [old, now] = [readReport(before), readReport(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((name): readonly NameChange[] => {
    if (old.get(name) === now.get(name)) return [];
    if (!old.has(name)) return [{ bump: 'minor', message: `${name} is new` }];
    if (now.has(name)) return [{ bump: 'minor', message: `${name} has a different declaration` }];
    return [{ bump: name.startsWith(notExported) ? 'minor' : 'major', message: `${name} was removed` }];
  });
}

/** The section of a report with the declarations that the exported ones refer to. */
const notExported = 'Not exported';

/** The names of a report, each after its entry, with their declarations. The declarations of an overload are joined. */
function readReport(report: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, entry = '', code = ''] of report.matchAll(/^## (.+)\n[^#]*?^```ts\n([\s\S]*?)^```$/gm)) {
    for (const statement of code.split(/^(?=(?:\/\/ exported as |export |(?:abstract )?[a-z]+ [\w$]))/m)) {
      const [, list, source] = /^export \{([^}]*)\} from '(.*)'/.exec(statement) ?? [];
      for (const name of list?.split(',').map((each) => each.trim()) ?? [])
        if (name !== '') found.set(`${entry} ${name.replace(/^.* as /, '')}`, `${name} from ${source}`);
      const [name] =
        /(?<=^\/\/ exported as )[\w$]+|(?<=^(?:abstract class|[a-z]+) )(?!class )[\w$]+/.exec(statement) ?? [];
      if (list === undefined && name !== undefined)
        found.set(`${entry} ${name}`, (found.get(`${entry} ${name}`) ?? '') + statement.trim());
    }
  }
  return found;
}
