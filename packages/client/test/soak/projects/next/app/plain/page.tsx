import { countFailedRuns } from '../../lib/count';

// Says nothing about rendering: Next.js finds out that the build must not write the page.
export default async function Page() {
  return <h1>{await countFailedRuns()}</h1>;
}
