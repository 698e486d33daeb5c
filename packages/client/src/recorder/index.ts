export { createRecorder, type RecordedClient, type Recorder } from './create-recorder.ts';
export {
  isRecordingError,
  type RecordedMessage,
  type RecorderOptions,
  RecordingError,
  type RecordingFailure,
} from './check-recorder-options.ts';
