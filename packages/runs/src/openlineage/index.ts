export {
  createRunLineage,
  type LineageRun,
  type LineageSourceEvent,
  type RunLineage,
} from './create-run-lineage.ts';
export type { LineageJob, LineageOptions } from './create-run-lineage.ts';
export { type Facet, type LineageDataset, type OpenLineageEvent, toNdjson } from './run-event.ts';
