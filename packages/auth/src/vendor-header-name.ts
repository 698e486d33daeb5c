import { apiKeyHeaderScheme } from '@syncline/openapi';
import { ConfigError } from '@syncline/core';

/**
 * Name of the API key header of section 5.1, `x-<vendor>-authtoken`, for the vendor part that your server uses.
 *
 * @throws ConfigError when the part is not letters, digits and hyphens.
 *
 * @example
 * ```ts
 * import { vendorHeaderName } from '@syncline/auth';
 *
 * vendorHeaderName('acme'); // "x-acme-authtoken"
 * ```
 */
export function vendorHeaderName(vendor: string): string {
  if (!/^[a-z\d]+(?:-[a-z\d]+)*$/i.test(vendor)) throw new ConfigError('vendor', 'must be letters, digits and hyphens');
  return apiKeyHeaderScheme.nameTemplate.replace('{vendor}', vendor.toLowerCase());
}
