import { countFailedRuns } from '../../lib/count';

// Would keep other responses for a minute.
export const revalidate = 60;

export default async function Page() {
  return <h1>{await countFailedRuns()}</h1>;
}
