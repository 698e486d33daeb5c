import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Application, ReflectionKind, type ProjectReflection, type DeclarationReflection } from 'typedoc';
import { entryPoints } from '../entry-points.ts';

const kinds =
  ReflectionKind.Function |
  ReflectionKind.Class |
  ReflectionKind.Interface |
  ReflectionKind.TypeAlias |
  ReflectionKind.Variable;

test('every export is documented', async () => {
  const app = await Application.bootstrap({
    entryPoints: [...entryPoints.values()],
    tsconfig: 'tsconfig.typedoc.json',
    skipErrorChecking: true,
    excludeExternals: true,
    logLevel: 'Error',
  });
  const project = (await app.convert()) as ProjectReflection;
  // TypeDoc silently skips an entry point that the TypeScript configuration does not include.
  assert.equal(project.getReflectionsByKind(ReflectionKind.Module).length, entryPoints.size);
  const exported = project
    .getReflectionsByKind(kinds)
    .filter(({ parent }) => parent?.kindOf(ReflectionKind.Module)) as DeclarationReflection[];
  assert.ok(exported.length > 100, `${exported.length} exports`);
  const silent = exported.filter(
    (reflection) =>
      !reflection.hasComment() && !(reflection.signatures ?? []).some((signature) => signature.hasComment()),
  );
  assert.deepEqual(
    silent.map((reflection) => reflection.getFullName()),
    [],
  );
});
