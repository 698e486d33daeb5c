/**
 * A TypeDoc plugin for the reference. It names each module as it is imported (`client/node`), so that URLs and labels
 * match the packages. It lists the modules in the order in which a reader meets them. It shows the class of an error
 * that a docstring names with `@throws {ConfigError}`, which TypeDoc leaves out. And it names destructured parameters,
 * which TypeDoc calls `__namedParameters` if no `@param` names them.
 */
import { CommentTag, Converter, ReflectionKind } from 'typedoc';

const order = ['client', 'auth', 'odata', 'jobs', 'runs', 'openapi', 'core', 'sandbox', 'ops', 'mcp', 'cli'];

/** @param {import('typedoc').Application} app */
export function load(app) {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.getReflectionsByKind(ReflectionKind.Module))
      module.name = module.name.replace('/src', '');
    project.children?.sort((one, other) => placeOf(one) - placeOf(other));
    for (const { comment } of Object.values(project.reflections)) if (comment) nameErrors(comment);
  });
  app.converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => {
    for (const parameter of project.getReflectionsByKind(ReflectionKind.Parameter))
      if (parameter.name === '__namedParameters') parameter.name = 'options';
  });
}

/** @param {{ readonly name: string }} module */
function placeOf({ name }) {
  return order.indexOf(name.split('/')[0] ?? '');
}

/**
 * Makes one list of the errors.
 *
 * @param {import('typedoc').Comment} comment
 */
function nameErrors(comment) {
  const throws = comment.blockTags.filter(({ tag }) => tag === '@throws');
  if (!throws.some(({ typeAnnotation }) => typeAnnotation)) return;
  const lines = throws.flatMap(({ typeAnnotation, content }) => [
    { kind: /** @type {const} */ ('text'), text: typeAnnotation ? `\n- \`${typeAnnotation.slice(1, -1)}\` ` : '\n- ' },
    ...content,
  ]);
  const at = comment.blockTags.findIndex(({ tag }) => tag === '@throws');
  comment.blockTags = comment.blockTags.filter(({ tag }) => tag !== '@throws');
  comment.blockTags.splice(at, 0, new CommentTag('@throws', lines));
}
