import { createNodeTransport } from '../../src/node/index.ts';
import { waysSuite } from '../hostile/ways-suite.ts';

waysSuite('the Node transport', () => createNodeTransport());
