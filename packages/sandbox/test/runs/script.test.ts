import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/random/random.ts';
import { checkScript, drawByWeight } from '../../src/runs/script.ts';

describe('a script', () => {
  it('draws outcomes by their weights', () => {
    const random = createRandom(1);
    const draw = drawByWeight({ success: 3, stuck: 1 });
    const drawn = Array.from({ length: 10_000 }, () => draw(random));
    expect(new Set(drawn)).toEqual(new Set(['success', 'stuck']));
    expect(drawn.filter((outcome) => outcome === 'stuck').length / 10_000).toBeCloseTo(0.25, 1);
  });

  it('draws only outcomes that have a weight, however small it is', () => {
    const random = createRandom(1);
    const draw = drawByWeight({ zeroRows: Number.MIN_VALUE, stuck: 0 });
    expect(new Set(Array.from({ length: 20 }, () => draw(random)))).toEqual(new Set(['zeroRows']));
  });

  it('may give an outcome the weight 0', () => {
    const script = { outcomes: { success: 9, failed: 0 } };
    expect(checkScript(script)).toMatchObject(script);
  });

  it.each([
    [
      'life.outcomes.ok is not an option: use success, zeroRows, tasksFailed, failed, cancelled, stuck',
      { outcomes: { ok: 1 } },
    ],
    ['life.outcomes.failed must be a weight of 0 or more, found -1', { outcomes: { failed: -1 } }],
    ['life.outcomes must give at least one outcome a weight above 0', { outcomes: { success: 0 } }],
    ['life.jobs["A"] must list at least one outcome', { jobs: { A: [] } }],
    [
      'life.jobs["A"] must list outcomes, found "done": use success, zeroRows, tasksFailed, failed, cancelled, stuck',
      { jobs: { A: ['success', 'done'] } },
    ],
  ])('is rejected: %s', (message, script) => {
    expect(() => checkScript(script as never)).toThrow(message);
  });
});
