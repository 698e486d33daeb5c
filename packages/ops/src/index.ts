export type { Environment, FreshnessEntry } from './environment/environment.ts';
export type { Column, View } from './print/column.ts';
export { formatDuration, formatTime, relativeTime, toRfc3339 } from './print/format-time.ts';
export { type Format, formats, formatsOf, printRows, type PrintOptions, toJson } from './print/print-rows.ts';
export { sparkline } from './print/sparkline.ts';
export { paint, type Style } from './print/style.ts';
