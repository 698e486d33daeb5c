import { cleanText } from '@syncline/core/internal';
import type { WorkspaceMember } from '@syncline/openapi';
import { type InventoryWorkspace, isNothing, type ReadEntry } from '../inventory/inventory.ts';
import { decodeFlag, decodeWhole, defaultOf, type JobDefinition, jobFields, kindOf } from '../job/job-definition.ts';
import type { Known } from './verdict.ts';
import { withoutCredentials } from '../text/find-credentials.ts';

/** The connection that a job names. */
export interface JobConnection {
  /** The connection itself, with its workspace, in a form that can be compared; undefined if it cannot be known */
  readonly key: string | undefined;
  /** Its record; `absent` if it is not in the workspace; undefined if the connections are not known */
  readonly record: WorkspaceMember | 'absent' | undefined;
}

/**
 * A job in the form for rules. Each method distinguishes three cases: a value, no value, and "cannot be known". A field
 * cannot be known if the record was read without it, or if its value cannot be decoded. If a field has no value, the
 * default of the specification applies, but only if all fields of the job were read.
 */
export class JobView {
  /** The name of the job. */
  readonly name: string;
  /** The id of the job. */
  readonly id: string | undefined;
  /** The workspace that lists the job, if it is known. */
  readonly workspace: InventoryWorkspace | undefined;
  /** The error that the workspace shows for the job; undefined if it is not known. */
  readonly error: string | undefined;
  /** Whether all fields of the job were read. */
  readonly whole: boolean;
  readonly #job: JobDefinition;

  constructor({ name, id, workspace, error, job, whole }: Omit<ReadEntry, 'kind'>) {
    this.name = name;
    this.id = id;
    this.workspace = workspace;
    this.error = error;
    this.whole = whole;
    this.#job = job;
  }

  /** The value as it was read; undefined if there is none. */
  raw(field: string): unknown {
    const value = Object.hasOwn(this.#job, field) ? this.#job[field] : undefined;
    return isNothing(value) ? undefined : value;
  }

  /** Whether the field has an explicit value: undefined if the record was read without the field. */
  isSet(field: string): Known {
    if (this.raw(field) !== undefined) return true;
    return this.whole || Object.hasOwn(this.#job, field) ? false : undefined;
  }

  /** A switch, decoded, with its default. */
  flag(field: string): Known {
    const value = this.raw(field) ?? this.#default(field);
    return value === undefined ? undefined : decodeFlag(value);
  }

  /** A switch that has an explicit value; undefined otherwise. */
  flagAsSet(field: string): Known {
    const value = this.raw(field);
    return value === undefined ? undefined : decodeFlag(value);
  }

  /** A text, with its default; null if there is none, undefined if it cannot be known. */
  text(field: string): string | null | undefined {
    const value = this.raw(field) ?? this.#default(field);
    if (value !== undefined) return typeof value === 'string' ? value : undefined;
    return this.isSet(field) === false && defaultOf(field) === undefined ? null : undefined;
  }

  /** A whole number, with its default; null if there is none, undefined if it cannot be known or is not one. */
  whole64(field: string): bigint | null | undefined {
    const value = this.raw(field) ?? this.#default(field);
    if (value !== undefined) return decodeWhole(value);
    return this.isSet(field) === false && defaultOf(field) === undefined ? null : undefined;
  }

  /** The connection that a field names: by name or id, within the workspace of the job. Null if it names none. */
  connection(field: string): JobConnection | null | undefined {
    const text = this.text(field);
    if (text === null || text === undefined) return text;
    const { connections } = this.workspace ?? {};
    const named = connections?.find(({ name }) => name === text) ?? connections?.find(({ id }) => id === text);
    const workspace = this.workspace?.id ?? this.text('WorkspaceId');
    return {
      key: workspace === undefined ? undefined : JSON.stringify([workspace, named?.id ?? named?.name ?? text]),
      record: connections === undefined ? undefined : (named ?? 'absent'),
    };
  }

  /** The fields of a list that cannot be known. */
  unknownOf(fields: readonly string[]): string[] {
    return fields.filter((field) => {
      const kind = kindOf(field);
      if (kind === 'flag') return this.flag(field) === undefined;
      return (
        this.isSet(field) === undefined ||
        (!this.whole && this.isSet(field) === false && defaultOf(field) !== undefined)
      );
    });
  }

  /** The values of fields for a finding: shortened, cleaned, and without code and option strings. */
  displayValues(fields: readonly string[]): Record<string, string> {
    const values: Record<string, string> = {};
    for (const field of fields) {
      const value = this.raw(field);
      if (value !== undefined) values[field] = jobFields.secret.has(field) ? '(not shown)' : displayValue(value);
    }
    return values;
  }

  #default(field: string): string | boolean | undefined {
    return this.whole ? defaultOf(field) : undefined;
  }
}

function displayValue(value: unknown): string {
  if (typeof value !== 'object') return cleanValue(String(value));
  try {
    return cleanValue(JSON.stringify(value) ?? '');
  } catch {
    return '(a value that cannot be shown)';
  }
}

/** A service may put a connection string with its password into any field. */
function cleanValue(text: string): string {
  return cleanText(withoutCredentials(text.slice(0, 2000)), 100);
}

/** An error of the service for a finding: shortened, cleaned, and without anything that looks like a credential. */
export function cleanError(error: unknown): string {
  return cleanText(withoutCredentials(String(error).slice(0, 10_000)), 200);
}
