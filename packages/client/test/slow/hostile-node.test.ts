import { createNodeTransport } from '../../src/node/index.ts';
import { hostileSuite } from '../hostile/hostile-suite.ts';

hostileSuite('the Node transport', () => createNodeTransport());
