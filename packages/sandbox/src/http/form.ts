/**
 * Reads an `application/x-www-form-urlencoded` body; undefined when a name is there twice, which OAuth forbids (RFC 6749, 3.2).
 */
export function parseForm(body: Uint8Array): Map<string, string> | undefined {
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(new TextDecoder().decode(body))) {
    if (fields.has(name)) return undefined;
    fields.set(name, value);
  }
  return fields;
}
