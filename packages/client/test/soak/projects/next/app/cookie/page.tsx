import { basic } from '@syncline/auth';
import { cookies } from 'next/headers';
import { countFailedRuns } from '../../lib/count';

const username = process.env['SYNCLINE_USERNAME'] ?? '';

// Next.js throws from `cookies()` when the build renders the page.
export default async function Page() {
  const password = async () => (await cookies()).get('password')?.value ?? '';
  return <h1>{await countFailedRuns({ credential: basic({ username, password }) })}</h1>;
}
