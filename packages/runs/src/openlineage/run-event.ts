/** A run event of OpenLineage 2-0-2. */
export interface OpenLineageEvent {
  readonly eventType: 'START' | 'RUNNING' | 'COMPLETE' | 'ABORT' | 'FAIL' | 'OTHER';
  /** RFC 3339, in UTC */
  readonly eventTime: string;
  readonly run: { readonly runId: string; readonly facets?: Readonly<Record<string, Facet>> };
  readonly job: {
    readonly namespace: string;
    readonly name: string;
    readonly facets: Readonly<Record<string, Facet>>;
  };
  readonly inputs: readonly LineageDataset[];
  readonly outputs: readonly (LineageDataset & { readonly outputFacets?: Readonly<Record<string, Facet>> })[];
  readonly producer: string;
  readonly schemaURL: string;
}

/** Additional information in an event, with the schema that describes it. */
export interface Facet {
  readonly _producer: string;
  readonly _schemaURL: string;
  readonly [field: string]: unknown;
}

/** A dataset, named by OpenLineage's rules: `{ namespace: 'postgres://db.example.com:5432', name: 'sales.public.orders' }`. */
export interface LineageDataset {
  readonly namespace: string;
  readonly name: string;
}

export const runEventSchema = 'https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent';

/** The facets that this package writes, and the version of each schema. */
export const facetSchemas = {
  jobType: 'https://openlineage.io/spec/facets/2-0-3/JobTypeJobFacet.json#/$defs/JobTypeJobFacet',
  errorMessage: 'https://openlineage.io/spec/facets/1-0-1/ErrorMessageRunFacet.json#/$defs/ErrorMessageRunFacet',
  outputStatistics:
    'https://openlineage.io/spec/facets/1-0-2/OutputStatisticsOutputDatasetFacet.json#/$defs/OutputStatisticsOutputDatasetFacet',
} as const;

/**
 * Prints events as NDJSON, one line per event, for files and log shippers.
 *
 * @example
 * ```ts
 * import { createRunLineage, toNdjson } from '@syncline/runs/openlineage';
 *
 * const { eventsOf } = createRunLineage({ namespace: 'https://sync.example.com' });
 * const start = Date.parse('2026-03-02T05:00:00Z');
 * toNdjson(await eventsOf({ key: '1', job: 'Orders', outcome: 'running', start })).split('\n').length; // 2
 * ```
 */
export function toNdjson(events: Iterable<OpenLineageEvent>): string {
  return [...events].map((event) => `${JSON.stringify(event)}\n`).join('');
}
