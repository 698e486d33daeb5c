import { shownFields, withheldFields } from '../../../src/tool/job-fields.ts';

/** The fields of a job that accept any text. The sandbox checks the other fields. */
export const jobRecordFields: readonly string[] = [...shownFields, ...withheldFields].filter(
  (name) =>
    !/^(?:Can|Is)[A-Z]|^(?:JobId|JobName|RowVersion|SnapshotSize|SkipSnapshot|CDCEngineModeEnabled|SkipFormulaFields)$/.test(
      name,
    ),
);
