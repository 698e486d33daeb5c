import { waysSuite } from '../hostile/ways-suite.ts';

waysSuite('the platform’s fetch', () => undefined);
