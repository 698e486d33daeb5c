/**
 * A TypeDoc plugin for the reference. It names each module as it is imported (`client/node`), so that URLs and labels
 * match the packages, and says what each package is for. It lists the modules in the order in which a reader meets them,
 * and the functions that create something before the others. It shows the class of an error
 * that a docstring names with `@throws {ConfigError}`, which TypeDoc leaves out. And it names destructured parameters,
 * which TypeDoc calls `__namedParameters` if no `@param` names them.
 */
import { readFileSync } from 'node:fs';
import { Comment, CommentTag, Converter, ReflectionKind } from 'typedoc';

const order = ['client', 'auth', 'odata', 'jobs', 'runs', 'openapi', 'core', 'sandbox', 'ops', 'mcp', 'cli'];

/** @param {import('typedoc').Application} app */
export function load(app) {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.getReflectionsByKind(ReflectionKind.Module)) describe(module);
    project.children?.sort((one, other) => placeOf(one) - placeOf(other));
    for (const { comment } of Object.values(project.reflections)) if (comment) nameErrors(comment);
  });
  app.converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => {
    for (const parameter of project.getReflectionsByKind(ReflectionKind.Parameter))
      if (parameter.name === '__namedParameters') parameter.name = 'options';
  });
  // After TypeDoc has sorted the groups.
  app.converter.on(
    Converter.EVENT_RESOLVE_END,
    ({ project }) => {
      for (const module of project.getReflectionsByKind(ReflectionKind.Module)) {
        for (const { children } of module.groups ?? [])
          children.sort((one, other) => Number(isFactory(other)) - Number(isFactory(one)));
        const names = (module.groups ?? [])
          .filter(({ title }) => title === 'Functions' || title === 'Variables')
          .flatMap(({ children }) => children.map(({ name }) => `\`${name}\``));
        if (!module.hasComment() && names.length > 0)
          module.comment = new Comment([
            { kind: 'text', text: `${names.slice(0, 3).join(', ')}${names.length > 3 ? ', …' : ''}` },
          ]);
      }
    },
    -1000,
  );
}

/** @param {{ readonly name: string }} reflection */
const isFactory = ({ name }) => /^(?:create|open|define)[A-Z]/.test(name);

/**
 * Names a module as it is imported, with the description of its package.
 *
 * @param {import('typedoc').Reflection} module
 */
function describe(module) {
  module.name = module.name.replace('/src', '').replace(/\.gen$/, '');
  const [name = ''] = module.name.split('/');
  if (module.hasComment() || module.name !== name) return;
  const { description } = JSON.parse(readFileSync(new URL(`../../${name}/package.json`, import.meta.url), 'utf8'));
  module.comment = new Comment([{ kind: 'text', text: `${description}.` }]);
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
