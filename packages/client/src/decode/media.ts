import type { TablesOperation } from '@syncline/openapi';
import type { Settings } from '../options/settings.ts';
import { type Decode, decodeOperation } from './operation.ts';
import { refuseContentType, textOf } from './record-decoder.ts';

/**
 * Returns the decoder of an operation whose document has other media types than JSON. The type of the response decides:
 * JSON is decoded by the operation's table, text becomes a string, and any other body its bytes.
 *
 * @returns a decoder that throws a ResponseFormatError for a media type that the document does not have
 */
export function readMedia(operation: TablesOperation, settings: Settings): Decode {
  const { details, response: described } = operation;
  const media = details?.media ?? {};
  const decodeJson = decodeOperation(operation, settings);
  return (response, context) => {
    if (response.isEmpty && described.isOptional) return undefined;
    const contentType = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
    const ranges = [contentType, contentType.replace(/\/.*/, '/*'), '*/*'];
    // A response without a type is what the document says, if that is a single thing.
    const found = contentType === '' && Object.keys(media).length === 1 ? Object.keys(media)[0] : undefined;
    const type = found ?? ranges.find((range) => Object.hasOwn(media, range));
    switch (type && media[type]) {
      case 'json':
        return decodeJson(response, context);
      case 'text':
        return response.isEmpty ? '' : textOf(response, context);
      case 'bytes':
        return response.bytes.slice();
      default:
        return refuseContentType(response, context);
    }
  };
}
