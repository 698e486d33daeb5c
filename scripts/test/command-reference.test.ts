import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exitStatus } from '../../packages/cli/src/command/exit-status.ts';
import { commandReference, commandTable, updateCommandTables } from '../command-reference.ts';

const read = (path: string): string => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');

describe('the reference of the commands', () => {
  const entries = commandReference();

  it('has every command with its options, examples and notes', () => {
    expect(entries.length).toBeGreaterThan(18);
    const wait = entries.find(({ name }) => name === 'syncline wait');
    expect(wait).toMatchObject({ usage: 'syncline wait [options] [job]', group: 'For operators' });
    expect(wait?.options.map(({ flags }) => flags)).toContain('--timeout <duration>');
    expect(wait?.examples[0]).toBe('syncline wait Orders --timeout 2h');
    expect(wait?.exitStatuses[0]).toEqual(['0', 'the run succeeded; with --detach, the token was printed']);
    expect(entries.map(({ name }) => name)).toContain('syncline config check');
    expect(entries.map(({ name }) => name)).not.toContain('syncline environment-names');
  });
  it('has a description without a full stop for each command and option', () => {
    for (const { name, description, options } of entries)
      for (const text of [description, ...options.map((option) => option.description)])
        expect(text, name).toMatch(/^[a-z0-9].*[^.]$/is);
  });
  it('is what the README shows', () => {
    expect(updateCommandTables({ check: true })).toEqual([]);
    for (const { usage, description } of entries)
      expect(commandTable([{ ...entries[0]!, usage, description }])).toContain(description.replaceAll('|', '\\|'));
  });
});

it('the page of exit statuses has each status', () => {
  const page = read('packages/docs/src/content/docs/exit-statuses.md');
  for (const status of Object.values(exitStatus)) expect(page).toMatch(new RegExp(`^\\| ${status} \\|`, 'm'));
});
