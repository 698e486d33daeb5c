import { expect, test } from 'vitest';
import { sampleOverlays } from '../code-samples.ts';
import { ProjectError } from '../project-error.ts';

const document = JSON.stringify({
  info: { title: 'Interface', version: '1' },
  paths: { '/ships': { get: { operationId: 'listShips' } } },
});

test('all missing samples and all samples without an operation are named', () => {
  const overlays = () => sampleOverlays(new Map([['documents/odata.json', document]]));
  expect(overlays).toThrow(ProjectError);
  expect(overlays).toThrow(
    /listShips\.ts does not exist.*in TypeScript\.\n.*listShips\.sh does not exist.*in curl\.\n[^]*getJob\.ts is named after no operation/,
  );
});
