/** Runs every fault once and then does nothing. If this process stays alive, the client is the cause. */
import { basic } from '@syncline/auth';
import { faults } from './faults/index.ts';
import { runFault } from './run-fault.ts';
import { startServer } from './start-server.ts';

const server = await startServer();
const credential = basic({ username: 'ada', password: 'secret' });
const results = await Promise.all(
  Object.entries(faults).map(([name, fault]) => runFault(name, fault, server, credential)),
);
console.log(`${results.length} faults`);
server.close();
const timers = process.getActiveResourcesInfo().filter((name) => name === 'Timeout');
console.log(`${timers.length} timers`);
console.log('done');
