import { describe, expect, test } from 'vitest';
import { fastClock } from '@syncline/testing';
import { setUp } from '../../../ops/test/support/command-context.ts';
import { wait } from '../support/commands.ts';

describe('the exit status', () => {
  test('is 3 at the time limit, with what was seen', async () => {
    const { context, notes, text } = await setUp({ clock: fastClock() });
    expect(await wait({ job: 'Weekly', timeout: '1h' }, context)).toBe(3);
    expect(text()).toBe('');
    // The clock of the sandbox stands still meanwhile, which a note says first.
    expect(notes.at(-1)).toMatch(/no run.*\. The outcome is unknown\./);
  });
});
