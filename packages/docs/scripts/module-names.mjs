/** A plugin of TypeDoc: calls each module by the name it is imported by (`client/node`), so that addresses and labels are those of the packages. */
import { Converter, ReflectionKind } from 'typedoc';

/** @param {import('typedoc').Application} app */
export function load(app) {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.getReflectionsByKind(ReflectionKind.Module))
      module.name = module.name.replace('/src', '');
  });
}
