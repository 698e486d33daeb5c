import { compareCodeUnits, groupBy } from '@syncline/core/internal';
import { isNothing } from '../inventory/inventory.ts';
import { decodeFlag, decodeWhole, defaultOf, jobFields, kindOf } from '../job/job-definition.ts';

/** A JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** A job of a snapshot. */
export interface SnapshotJob {
  /** The name of the job */
  readonly name: string;
  /** The name of its workspace, if it is known */
  readonly workspace?: string | undefined;
}

/** One job as a file of a snapshot. */
export interface SnapshotFile extends SnapshotJob {
  /** Where the file belongs, relative to the folder of the snapshot, with `/` */
  readonly path: string;
  /** The fields of the job: decoded, without volatile ones, and with a hash instead of code and option strings */
  readonly fields: Readonly<Record<string, Json>>;
  /** The content of the file */
  readonly text: string;
}

/** A job that a snapshot could not include. */
export interface SnapshotGap extends SnapshotJob {
  /** The reason, in a text that does not change as long as the reason is the same */
  readonly because: string;
}

/** All jobs of an inventory at one moment: a file for each job, and the jobs that could not be read. */
export interface Snapshot {
  /** The files of the jobs, in the order of their paths */
  readonly files: readonly SnapshotFile[];
  /** The jobs that could not be read, in order */
  readonly unreadable: readonly SnapshotGap[];
  /** The file that lists the unreadable jobs. It is part of the snapshot */
  readonly index: { readonly path: string; readonly text: string };
}

const hashPrefix = 'sha256:';

/**
 * The value of a field in its canonical form: switches and whole numbers are decoded, others are unchanged. Undefined
 * if the field has no value.
 */
export function canonicalValue(field: string, value: unknown): Json | undefined {
  const kind = kindOf(field);
  if (value === undefined || value === null || (kind !== 'text' && kind !== 'other' && isNothing(value)))
    return undefined;
  if (kind === 'flag') return decodeFlag(value) ?? toJson(value);
  if (kind === 'whole') {
    const whole = decodeWhole(value);
    if (whole === undefined) return toJson(value);
    const number = Number(whole);
    return Number.isSafeInteger(number) ? number : String(whole);
  }
  return toJson(value);
}

/** The default of a field in its canonical form; undefined if it has none. */
export function canonicalDefault(field: string): Json | undefined {
  return canonicalValue(field, defaultOf(field));
}

/** The fields of a job in a snapshot, sorted by name. */
export async function canonicalFields(job: Readonly<Record<string, unknown>>): Promise<Record<string, Json>> {
  const fields: Record<string, Json> = Object.create(null) as Record<string, Json>;
  for (const field of Object.keys(job).sort(compareCodeUnits)) {
    if (jobFields.volatile.has(field)) continue;
    const value = canonicalValue(field, job[field]);
    if (value === undefined) continue;
    fields[field] = jobFields.secret.has(field) && value !== '' ? `${hashPrefix}${await sha256(value)}` : value;
  }
  return fields;
}

async function sha256(value: Json): Promise<string> {
  return hashText(typeof value === 'string' ? value : JSON.stringify(value));
}

/** The formats, which are written into each file. */
export const jobFormat = 'syncline-job/1';
export const indexFormat = 'syncline-snapshot/1';
export const indexPath = 'index.json';

/** Orders unreadable jobs. */
export function sortGaps(gaps: readonly SnapshotGap[]): SnapshotGap[] {
  const key = ({ workspace = '', name, because }: SnapshotGap) => JSON.stringify([workspace, name, because]);
  return [...gaps].sort((a, b) => compareCodeUnits(key(a), key(b)));
}

/**
 * The value as JSON; a number that a double cannot represent becomes a text of digits. Undefined if the value is empty.
 */
export function toJson(value: unknown): Json | undefined {
  if (value === undefined || typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (value === null || typeof value !== 'object') return value as Json;
  if (Array.isArray(value)) return value.map((item) => toJson(item) ?? null);
  const entries = Object.entries(value).flatMap(([key, item]) => {
    const json = toJson(item);
    return json === undefined ? [] : [[key, json] as const];
  });
  // Without a prototype, a key named __proto__ is a key like any other.
  return Object.assign(Object.create(null) as object, Object.fromEntries(entries)) as Json;
}

/** Prints JSON in a canonical form: sorted keys, two spaces for each level, one member on each line. */
export function printJson(value: Json, indent = ''): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const deeper = `${indent}  `;
  const members = Array.isArray(value)
    ? value.map((item) => printJson(item, deeper))
    : Object.keys(value)
        .sort(compareCodeUnits)
        .map(
          (key) =>
            `${JSON.stringify(key)}: ${printJson((value as { readonly [key: string]: Json })[key] ?? null, deeper)}`,
        );
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return members.length === 0
    ? `${open}${close}`
    : `${open}\n${members.map((member) => `${deeper}${member}`).join(',\n')}\n${indent}${close}`;
}

/** The SHA-256 of a text in UTF-8, in hexadecimal. */
export async function hashText(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Finds jobs by their names. */
export class JobFinder<Job extends SnapshotJob> {
  readonly #byPlace: ReadonlyMap<string, Job>;
  readonly #byName: ReadonlyMap<string, readonly Job[]>;

  constructor(jobs: readonly Job[]) {
    this.#byPlace = new Map(jobs.map((job) => [placeKey(job), job]));
    this.#byName = groupBy(jobs, ({ name }) => name);
  }

  /**
   * The job with a name in a workspace. If one side does not know its workspaces, only the name is compared, if it is
   * unique.
   */
  find(job: SnapshotJob): Job | undefined {
    const found = this.#byPlace.get(placeKey(job));
    if (found !== undefined) return found;
    const named = this.#byName.get(job.name) ?? [];
    const [only] = named;
    const isKnown = job.workspace !== undefined && only?.workspace !== undefined;
    return named.length === 1 && !isKnown ? only : undefined;
  }
}

const placeKey = ({ name, workspace }: SnapshotJob): string => JSON.stringify([workspace ?? null, name]);
