import { isHttpError } from '@syncline/client';
import { failedRuns } from '../../../lib/sync';

export const dynamic = 'force-dynamic';

export async function GET(): Promise<Response> {
  try {
    return Response.json(await failedRuns());
  } catch (error) {
    // Its message has no secrets, but is for you and not for visitors.
    console.error(error);
    return Response.json({ status: isHttpError(error) ? error.status : undefined }, { status: 502 });
  }
}
