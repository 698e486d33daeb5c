import { countFailedRuns } from '../../lib/count';

export const revalidate = 60;

export default async function Page() {
  return <h1>{await countFailedRuns({ cache: 'default' })}</h1>;
}
