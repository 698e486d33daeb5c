import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createJsonReader } from '../../src/data-file/json-reader.ts';
import { createSandbox, readDataFile } from '../../src/index.ts';
import { get, openSandbox } from '../support/sandbox.ts';

function file(content: string | Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'rows.json'), content);
  return join(folder, 'rows.json');
}

describe('a data file', () => {
  it('is served as it is written, however it is formatted', async () => {
    const path = file(
      '\ufeff \n{ "history" : [\n { "n" : 1.10, "details": "a ] } \\" [" } ,\n{"n":2}] , "jobs":[ {"JobName" : "ö"} ],\r\n\t"connectors": [ ] }\n',
    );
    const sandbox = openSandbox({ data: readDataFile(path) });
    expect((await get(sandbox, 'odata', '/history')).text).toBe(
      '{"value":[{"n":1.10,"details":"a ] } \\" ["},{"n":2}]}',
    );
    expect((await get(sandbox, 'odata', "/jobs('%C3%B6')")).text).toBe('{"JobName":"ö"}');
    sandbox.reset();
    expect((await get(sandbox, 'odata', '/history')).body.value).toHaveLength(2);
  });

  it.each([
    ['{}', 0],
    ['{"history":[]}', 0],
    ['{"history":[{}]}', 1],
  ])('%s has %i history records', async (text, count) => {
    const sandbox = openSandbox({ data: readDataFile(file(text)) });
    expect((await get(sandbox, 'odata', '/history')).body.value).toHaveLength(count);
  });

  it('is larger than a chunk of the file', async () => {
    const details = '€"\\'.repeat(1000);
    const history = Array.from({ length: 700 }, (_, n) => ({ n, details }));
    const path = file(JSON.stringify({ history }));
    const counts: number[] = [];
    const sandbox = openSandbox({ data: readDataFile(path, (bytes) => counts.push(bytes)) });
    expect(counts.at(-1)).toBe(statSync(path).size);
    expect(counts.length).toBeGreaterThan(2);
    expect((await get(sandbox, 'odata', '/history')).body.value).toEqual(history);
  });

  it.each([
    ['', 'FILE must be valid JSON: Unexpected end of JSON input'],
    ['[]', 'FILE must be an object, found an array'],
    ['{"jobs":[]', 'FILE must be valid JSON: expected a comma or the closing brace after jobs'],
    ['{"jobs":[],}', 'FILE must be valid JSON: expected a name in double quotes after jobs'],
    ['{"jobs" []}', 'jobs in FILE must be valid JSON: expected a colon after the name'],
    ['{"jobs":[{},{"a":01}]}', 'jobs[1] in FILE must be valid JSON: Unexpected number at offset 6 of jobs[1]'],
    [
      '{"jobs":[{} {}]}',
      'jobs[0] in FILE must be valid JSON: expected a comma or the closing bracket after the record',
    ],
    ['{"jobStatus":{"a":01}}', 'jobStatus in FILE must be valid JSON: Unexpected number at offset 6 of jobStatus'],
    ['{"jobs":[]} x', 'FILE must be valid JSON: expected nothing after the closing brace'],
    ['{"jobs":[],"jobs":[]}', 'jobs in FILE must appear exactly once'],
    ['{"a":[]}', 'a in FILE is unknown: use jobs, history, connectors, workspaces, jobStatus, taskHistory'],
    ['{"history":{}}', 'history in FILE must be an array, found an object'],
    [
      '{"history":[{} {}]}',
      'history[0] in FILE must be valid JSON: expected a comma or the closing bracket after the record',
    ],
    ['{"history":[{},]}', 'history[1] in FILE must be valid JSON: expected a record'],
    ['{"history":[{},{"a":1}', 'history[1] in FILE must be valid JSON: expected a comma or the closing bracket'],
    ['{"history":[{},{"a":01}]}', 'history[1] in FILE must be valid JSON: Unexpected number at offset 6 of history[1]'],
    [
      '{"history":[{},{"runstartdate":"soon"}]}',
      'history[1].runstartdate in FILE must be an ISO 8601 timestamp, found "soon"',
    ],
    ['{"jobs":[{"JobName":"a"},{"JobName":1}]}', 'jobs[1].JobName in FILE must be a string, found 1'],
    ['{"connectors":[{"a":[]}]}', 'connectors[0].a in FILE must be a string without NUL'],
    ['{"taskHistory":{"t":[]}}', 'taskHistory["t"] in FILE must have a key of the form'],
    ['{"jobStatus":{"j":[{"status":1}]}}', 'jobStatus["j"][0].status in FILE must be a string, found 1'],
    [new Uint8Array([123, 255]), 'FILE must be UTF-8 text'],
  ])('%j is refused with file, record and field', (content, message) => {
    const path = file(content);
    const work = (): unknown => createSandbox({ data: readDataFile(path) });
    expect(work).toThrow(message.replace('FILE', path));
    expect(work).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID' }) as Error);
  });

  it('that does not exist is named', () =>
    expect(() => readDataFile('/nonexistent.json')).toThrow('/nonexistent.json cannot be read (ENOENT)'));

  it('that is a folder is named', () => expect(() => readDataFile(tmpdir())).toThrow(`${tmpdir()} is a folder`));
});

describe('createJsonReader', () => {
  it('finds the same values, wherever the text is cut', () => {
    fc.assert(
      fc.property(fc.json({ depthSize: 'small' }), fc.json(), fc.integer({ min: 1, max: 7 }), (one, other, size) => {
        const text = ` ${one} , ${other}`;
        const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, n) =>
          text.slice(n * size, (n + 1) * size),
        );
        const reader = createJsonReader(pieces[Symbol.iterator]());
        const first = reader.value();
        expect([first, reader.take(','), reader.value(), reader.peek()]).toEqual([one, true, other, '']);
      }),
      { numRuns: 500 },
    );
  });
});
