export { exportParquet, type ParquetExport, type ParquetExportOptions } from './export-parquet.ts';
