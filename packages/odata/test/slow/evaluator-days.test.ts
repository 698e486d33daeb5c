import { describe, expect, test } from 'vitest';
import { createEvaluator, rawFilter } from '../../src/index.ts';

describe('an instant is compared with every digit of its fraction, whatever its spelling', () => {
  test('over every day of 400 years, as Date counts them', () => {
    const later = createEvaluator(rawFilter('t gt 1970-01-01'));
    const wrong: string[] = [];
    for (let day = -80_000; day < 80_000; day++) {
      const date = new Date(day * 86_400_000);
      const text = date.toISOString().slice(0, 10);
      const same = createEvaluator(rawFilter(`t eq ${text}`))({ t: date });
      if (same !== true || later({ t: text }) !== day > 0) wrong.push(text);
    }
    expect(wrong).toEqual([]);
  });
});
