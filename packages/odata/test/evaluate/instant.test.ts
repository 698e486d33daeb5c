import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { evaluate, rawFilter } from '../../src/index.ts';

const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);
afterAll(() => console.log(`fast-check seed ${seed} (SEED=${seed} repeats this run)`));

/** An instant in picoseconds since 1970-01-01T00:00:00Z, and one of its spellings. */
interface Spelled {
  readonly picoseconds: bigint;
  readonly text: string;
}

/** Seconds around some special points: a leap day, the ends of days and years, and the first and last year. */
const seconds = fc
  .tuple(
    fc.constantFrom('0000-01-02', '1969-12-31', '2024-02-29', '2026-01-15', '9999-12-30'),
    fc.constantFrom(0, 1, 60, 3599, 86_399),
  )
  .map(([day, after]) => Date.parse(day) / 1000 + after);
const spelled: fc.Arbitrary<Spelled> = fc
  .tuple(
    seconds,
    fc.constantFrom('', '.0', '.000', '.0000', '.5', '.50', '.123', '.1234567', '.123456789012'),
    fc.constantFrom(0, 0, 0, 60, -330, 840),
    fc.constantFrom('Z', 'Z', 'z'),
    fc.boolean(),
    fc.boolean(),
  )
  .map(([second, fraction, offset, zulu, isLower, isShort]) => {
    const withSeconds = new Date((second + offset * 60) * 1000).toISOString().slice(0, 19);
    const local = isShort && fraction === '' ? withSeconds.replace(/:00$/, '') : withSeconds;
    const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
    const sign = offset < 0 ? '-' : '+';
    const end = offset === 0 ? zulu : `${sign}${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
    return {
      picoseconds: BigInt(second) * 10n ** 12n + BigInt(fraction.slice(1).padEnd(12, '0')),
      text: `${isLower ? local.toLowerCase() : local}${fraction}${end}`,
    };
  });

test('each operator compares two instants as whole numbers of picoseconds do, whatever their spellings', () => {
  const operators: readonly (readonly [string, (a: bigint, b: bigint) => boolean])[] = [
    ['eq', (a, b) => a === b],
    ['ne', (a, b) => a !== b],
    ['gt', (a, b) => a > b],
    ['ge', (a, b) => a >= b],
    ['lt', (a, b) => a < b],
    ['le', (a, b) => a <= b],
  ];
  fc.assert(
    fc.property(spelled, spelled, (value, literal) => {
      const holding = operators.filter(([, holds]) => holds(value.picoseconds, literal.picoseconds));
      const found = operators.filter(([operator]) =>
        evaluate(rawFilter(`t ${operator} ${literal.text}`), { t: value.text }),
      );
      expect(found, `${value.text} and ${literal.text}`).toEqual(holding);
    }),
    { seed, numRuns: 2000 },
  );
});
