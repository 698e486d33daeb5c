/** Whether a Content-Type names this media type, whatever its parameters. */
export function isMediaType(contentType: string | undefined, expected: string): boolean {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase() === expected;
}
