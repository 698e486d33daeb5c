import { fromEnvironment } from '@syncline/auth';
import { isConfigError } from '@syncline/core/errors';
import { examineOData, examineV2, type Examined } from '../doctor/examine.ts';
import { EXIT, InputError } from '../support/exit-codes.ts';
import { toJson, type Output } from '../support/console.ts';

export interface DoctorOptions {
  readonly odata?: string | undefined;
  readonly v2?: string | undefined;
  readonly header: readonly string[];
  readonly allowInsecureHttp?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/**
 * `syncline doctor`: sends GET requests to a live service to find out what the specification does not say. It prints
 * names and shapes, and never a value.
 */
export async function doctor(
  { odata, v2, header, allowInsecureHttp = false, json }: DoctorOptions,
  output: Output,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<number> {
  if (odata === undefined && v2 === undefined)
    throw new InputError('No service was given. Name one with --odata <url>, --v2 <url>, or both');
  const service = (name: 'odata' | 'v2', baseUrl: string, key: string): Examined => ({
    baseUrl,
    credential: fromEnvironment(name, environment),
    allowInsecureHttp,
    headers: { names: header, key: environment[key] },
  });
  try {
    const findings = [
      ...(odata === undefined ? [] : await examineOData(service('odata', odata, 'SYNCLINE_API_KEY'))),
      ...(v2 === undefined ? [] : await examineV2(service('v2', v2, 'SYNCLINE_USER_TOKEN'))),
    ];
    if (json) output.out(toJson({ findings }));
    else
      for (const { operation, question, subject, answer } of findings)
        output.out(`${operation}: ${subject}: ${answer}${question === null ? '' : ` (open question ${question})`}`);
    return EXIT.ok;
  } catch (error) {
    if (isConfigError(error)) throw new InputError(error.message);
    throw error;
  }
}
