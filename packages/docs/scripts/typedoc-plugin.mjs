/**
 * A TypeDoc plugin that names each module as it is imported (`client/node`), so that URLs and labels match the
 * packages.
 */
import { Converter, ReflectionKind } from 'typedoc';

/** @param {import('typedoc').Application} app */
export function load(app) {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.getReflectionsByKind(ReflectionKind.Module))
      module.name = module.name.replace('/src', '');
  });
}
