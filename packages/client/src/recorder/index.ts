export { createRecorder, type RecordedClient, type Recorder } from './create-recorder.ts';
export type { RecordedMessage, RecorderOptions } from './check-recorder-options.ts';
export { isRecordingError, RecordingError, type RecordingFailure } from './recording-error.ts';
