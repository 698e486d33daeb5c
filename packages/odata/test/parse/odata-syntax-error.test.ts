import { describe, expect, test } from 'vitest';
import {
  ConfigError,
  isConfigError,
  isODataSyntaxError,
  ODataSyntaxError,
  parseFilter,
  printSelect,
} from '../../src/index.ts';

function refusal(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe('the message', () => {
  test('says what was expected and where, and shows the place', () => {
    expect((refusal(() => parseFilter("status eq 'done' adn a eq 1")) as Error).message).toBe(
      "Expected an operator: eq, ne, gt, ge, lt, le, and, or at offset 17:\n  status eq 'done' adn a eq 1\n                   ^",
    );
  });
  test('names what is not supported and what is too large', () => {
    expect((refusal(() => parseFilter('length(a) eq 1')) as Error).message).toBe(
      'the function length is not supported by this interface; expected startswith, endswith or contains at offset 0:\n' +
        '  length(a) eq 1\n  ^',
    );
    expect((refusal(() => parseFilter('(((true)))', { maxDepth: 2 })) as Error).message).toBe(
      'a nesting of 3 is over the limit; expected at most 2 (maxDepth) at offset 2:\n  (((true)))\n    ^',
    );
  });
  test('shows at most 76 characters of a long text, the caret below the place', () => {
    const { excerpt, offset } = refusal(() =>
      parseFilter(`${'a eq 1 or '.repeat(50)}? ${' or a eq 1'.repeat(50)}`),
    ) as ODataSyntaxError;
    const [line = '', caret = ''] = excerpt.split('\n');
    expect(offset).toBe(500);
    expect(line.length).toBeLessThanOrEqual(76);
    expect(line.charAt(caret.indexOf('^'))).toBe('?');
    expect(line.trim()).toMatch(/^….*…$/);
  });
  test('offsets count UTF-16 code units, and control characters do not move the caret', () => {
    const { excerpt, offset } = refusal(() => parseFilter("a eq '😀\n\t' ?")) as ODataSyntaxError;
    expect(offset).toBe(12);
    expect(excerpt).toBe(`  a eq '😀  ' ?\n${' '.repeat(14)}^`);
  });
});

describe('the guards', () => {
  const syntaxError = refusal(() => parseFilter(''));
  const configError = refusal(() => printSelect([]));
  test('distinguish the errors', () => {
    expect([
      isODataSyntaxError(syntaxError),
      isODataSyntaxError(configError),
      isConfigError(configError),
      isConfigError(syntaxError),
    ]).toEqual([true, false, true, false]);
    expect(syntaxError).toBeInstanceOf(ODataSyntaxError);
    expect(configError).toBeInstanceOf(ConfigError);
    for (const other of [
      undefined,
      null,
      'x',
      {},
      new Error('x'),
      { name: 'ConfigError', code: 'CONFIG_INVALID' },
      Object.assign(new Error('x'), { name: 'ODataSyntaxError' }),
    ]) {
      expect(isConfigError(other) || isODataSyntaxError(other)).toBe(false);
    }
  });
  test('recognize an error of another copy of the package', () => {
    const brand = Symbol.for('syncline.error');
    expect(isConfigError({ code: 'CONFIG_INVALID', [brand]: true })).toBe(true);
    expect(isODataSyntaxError({ name: 'ODataSyntaxError', code: 'ODATA_LIMIT', [brand]: true })).toBe(true);
  });
});
