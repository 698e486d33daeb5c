import { ODATA, V2, read, refused, type Vector } from './vector.ts';

/** Job names, and their text inside `jobs('…')`: quotes are doubled, then the UTF-8 bytes are percent-encoded. */
const KEYS: readonly (readonly [name: string, encoded: string])[] = [
  ['Nightly', 'Nightly'],
  ['Nightly orders', 'Nightly%20orders'],
  ["O'Brien", 'O%27%27Brien'],
  ["'", '%27%27'],
  ["''", '%27%27%27%27'],
  ["x')/history?('", 'x%27%27)%2Fhistory%3F(%27%27'],
  ['a/b', 'a%2Fb'],
  ['a\\b', 'a%5Cb'],
  ['100%', '100%25'],
  ['a%2Fb', 'a%252Fb'],
  ['%27', '%2527'],
  ['a?b', 'a%3Fb'],
  ['a#b', 'a%23b'],
  ['a&b=c', 'a%26b%3Dc'],
  ['a+b', 'a%2Bb'],
  ['a;b,c:d@e', 'a%3Bb%2Cc%3Ad%40e'],
  ['"quoted"', '%22quoted%22'],
  ['[1]{2}', '%5B1%5D%7B2%7D'],
  ['{JobName}', '%7BJobName%7D'],
  ['<a>', '%3Ca%3E'],
  ['a|b^c`d', 'a%7Cb%5Ec%60d'],
  ['$select', '%24select'],
  ['tab\there', 'tab%09here'],
  ['line\nbreak', 'line%0Abreak'],
  ['-_.~', '-_.~'],
  ['ö', '%C3%B6'],
  ['o\u0308', 'o%CC%88'],
  ['漢字', '%E6%BC%A2%E5%AD%97'],
  ['🚲', '%F0%9F%9A%B2'],
  ['0', '0'],
  // The segment is jobs('..'), which no URL parser takes for the parent folder.
  ['.', '.'],
  ['..', '..'],
];

/** Identifiers, and their text as a path segment of the v2 interface. */
const SEGMENTS: readonly (readonly [id: string, encoded: string])[] = [
  ['12', '12'],
  ['a b', 'a%20b'],
  ['a/b', 'a%2Fb'],
  ['a?b#c', 'a%3Fb%23c'],
  ['100%', '100%25'],
  ['../workspaces', '..%2Fworkspaces'],
  ['...', '...'],
  ['ö', '%C3%B6'],
  ['🚲', '%F0%9F%9A%B2'],
  ['a+b&c=d', 'a%2Bb%26c%3Dd'],
  ['-_.~', '-_.~'],
];

const CONFIG = { code: 'CONFIG_INVALID' };

export const paths: readonly Vector[] = [
  ...KEYS.map(([name, encoded]) =>
    read(
      `the job named ${JSON.stringify(name)}`,
      'getJob',
      { JobName: name },
      `${ODATA}/jobs('${encoded}')`,
      JSON.stringify({ JobName: name }),
      { JobName: name },
    ),
  ),
  refused('the job name ""', 'getJob', { JobName: '' }, CONFIG),
  ...SEGMENTS.map(([id, encoded]) =>
    read(
      `the status of job ${JSON.stringify(id)}`,
      'listJobStatus',
      { job_id: id },
      `${V2}/v2/jobs/${encoded}/status`,
      '[]',
      [],
    ),
  ),
  ...SEGMENTS.map(([id, encoded]) =>
    read(
      `the history of task ${JSON.stringify(id)}`,
      'listTaskHistory',
      { transformation_id: id, task_id: 'k1' },
      `${V2}/v2/transformations/${encoded}/tasks/k1/history`,
      '[]',
      [],
    ),
  ),
  ...['', '.', '..'].flatMap((id) => [
    refused(`a job id ${JSON.stringify(id)}, which would change the path`, 'listJobStatus', { job_id: id }, CONFIG),
    refused(
      `a transformation id ${JSON.stringify(id)}, which would change the path`,
      'listTaskHistory',
      { transformation_id: id, task_id: 'k1' },
      CONFIG,
    ),
    refused(
      `a task id ${JSON.stringify(id)}, which would change the path`,
      'listTaskHistory',
      { transformation_id: 't1', task_id: id },
      CONFIG,
    ),
  ]),
];
