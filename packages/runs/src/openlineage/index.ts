export {
  createRunLineage,
  type Facet,
  type LineageDataset,
  type LineageJob,
  type LineageOptions,
  type LineageRun,
  type LineageSourceEvent,
  type OpenLineageEvent,
  type RunLineage,
  toNdjson,
} from './create-run-lineage.ts';
