import { waysSuite } from './ways-suite.ts';

waysSuite('the platform’s fetch', () => undefined);
