import { jobFields } from '@syncline/jobs';

/** The fields of a job that accept any text. The sandbox checks the other fields. */
export const jobRecordFields: readonly string[] = [...jobFields.all].filter(
  (name) =>
    !/^(?:Can|Is)[A-Z]|^(?:JobId|JobName|RowVersion|SnapshotSize|SkipSnapshot|CDCEngineModeEnabled|SkipFormulaFields)$/.test(
      name,
    ),
);
