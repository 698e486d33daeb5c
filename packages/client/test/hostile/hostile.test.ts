import { expect, it } from 'vitest';
import { faults } from './faults/index.ts';
import { hostileSuite } from './hostile-suite.ts';

it('knows at least sixty faults', () => expect(Object.keys(faults).length).toBeGreaterThanOrEqual(60));

hostileSuite('the platform’s fetch', () => undefined);
