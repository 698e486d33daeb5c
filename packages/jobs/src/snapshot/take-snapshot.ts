import { checkLists, compareCodeUnits, isSynclineError } from '@syncline/core/internal';
import { type Inventory, type JobEntry, type ReadEntry, isNothing } from '../inventory/inventory.ts';
import type { JobDefinition } from '../job/job-definition.ts';
import {
  type Json,
  type Snapshot,
  type SnapshotFile,
  type SnapshotGap,
  canonicalFields,
  hashText,
  indexFormat,
  indexPath,
  jobFormat,
  printJson,
  sortGaps,
} from './snapshot.ts';

/**
 * Takes a snapshot of an inventory: sorted JSON with one file per job, to keep in git. The same jobs always give the
 * same bytes, whatever their order is.
 *
 * A snapshot leaves out fields that change without an edit (`jobFields.volatile`). It contains only a SHA-256 hash of
 * code and option strings, which may contain secrets (`jobFields.secret`). All other fields are written unchanged, so
 * check that your own fields contain no secrets.
 *
 * Jobs that could not be read, were read with `select`, or have no name, are listed in the index of the snapshot.
 *
 * @throws {ConfigError} when the argument is not an inventory
 * @example
 * ```ts
 * import { createInventory, takeSnapshot } from '@syncline/jobs';
 *
 * const inventory = createInventory({ jobs: [{ JobName: 'Nightly', DropTable: 'TRUE', RowVersion: 7n }], whole: true });
 * const { files } = await takeSnapshot(inventory);
 * files[0]?.fields; // { DropTable: true, JobName: 'Nightly' }
 * ```
 */
export async function takeSnapshot(inventory: Inventory): Promise<Snapshot> {
  checkLists('inventory', inventory, ['entries'], 'readInventory or createInventory');
  const files = new Map<string, SnapshotFile>();
  const unreadable: SnapshotGap[] = [];
  for (const entry of inventory.entries) {
    const job = { name: nameOf(entry), ...workspaceOf(entry) };
    const reason = reasonOf(entry);
    if (reason !== undefined || entry.kind !== 'read') {
      unreadable.push({ ...job, because: reason ?? '' });
      continue;
    }
    const fields = await canonicalFields(withName(entry));
    const path = await pathOf(job);
    const file = { path, ...job, fields, text: printFile(job, fields) };
    const known = files.get(path);
    if (known === undefined) files.set(path, file);
    else if (known.name !== job.name || known.workspace !== job.workspace)
      unreadable.push({ ...job, because: `the job ${JSON.stringify(known.name)} has the same path` });
    else if (known.text !== file.text)
      unreadable.push({ ...job, because: 'another job of the workspace has the name' });
  }
  const gaps = sortGaps(unreadable);
  return {
    files: [...files.values()].sort((a, b) => compareCodeUnits(a.path, b.path)),
    unreadable: gaps,
    index: { path: indexPath, text: printIndex(gaps) },
  };
}

function workspaceOf({ workspace }: JobEntry): { readonly workspace?: string } {
  const name = workspace?.name ?? workspace?.id;
  return name === undefined ? {} : { workspace: name };
}

/** The name of a job. An inventory has no name for one whose name is blank. */
function nameOf(entry: JobEntry): string {
  const named = entry.kind === 'read' ? entry.job.JobName : undefined;
  return isNothing(entry.name) && typeof named === 'string' ? named : entry.name;
}

/** The definition with its name as text. A file without it could not be read again, and neither could the snapshot. */
function withName(entry: ReadEntry): JobDefinition {
  const { job } = entry;
  return typeof job.JobName === 'string' && job.JobName !== '' ? job : { ...job, JobName: nameOf(entry) };
}

/** Why an entry has no file. Messages of the service are left out, because they may differ each time. */
function reasonOf(entry: JobEntry): string | undefined {
  switch (entry.kind) {
    case 'read':
      if (nameOf(entry) === '') return 'it has no name';
      return entry.whole ? undefined : 'it was read with select';
    case 'listed':
      return 'its definition was not read';
    case 'ambiguous':
      return `it is ambiguous (${entry.because})`;
    case 'unreadable':
      return `it could not be read (${isSynclineError(entry.reason) ? entry.reason.code : 'error'})`;
  }
}

function printFile({ workspace }: { readonly workspace?: string }, fields: Readonly<Record<string, Json>>): string {
  const file =
    workspace === undefined ? { format: jobFormat, job: fields } : { format: jobFormat, job: fields, workspace };
  return `${printJson(file)}\n`;
}

function printIndex(unreadable: readonly SnapshotGap[]): string {
  return `${printJson({ format: indexFormat, unreadable: unreadable.map((gap) => ({ ...gap })) as unknown as Json })}\n`;
}

/**
 * The path of a job: readable, safe on every file system, and different for different jobs: 64 bits of a hash do not
 * collide in a million names. It depends only on the names, so that two environments have the same paths.
 */
async function pathOf({ name, workspace }: { readonly name: string; readonly workspace?: string }): Promise<string> {
  const hash = (await hashText(JSON.stringify([workspace ?? '', name]))).slice(0, 16);
  const folder = workspace === undefined ? '' : `${slug(workspace, 'workspace')}/`;
  return `${folder}${slug(name, 'job')}-${hash}.json`;
}

/** At most 60 ASCII letters, digits and hyphens. */
function slug(text: string, otherwise: string): string {
  const plain = text
    .slice(0, 500)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '');
  return plain === '' ? otherwise : /^(?:con|prn|aux|nul|com\d|lpt\d)$/.test(plain) ? `${plain}-` : plain;
}
