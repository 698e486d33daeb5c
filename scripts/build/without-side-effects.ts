import { type Plugin, RolldownMagicString } from 'rolldown';
import { parseAst } from 'rolldown/parseAst';

/** The parts of a syntax node that this file reads. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [property: string]: unknown;
}

const pure = '/* @__PURE__ */ ';

/**
 * `sideEffects: false` lets a bundler drop an unused file. To drop an unused statement of a file, the bundler must know
 * that its calls have no effect. This plugin marks the code that a module evaluates when it is loaded, except in the
 * files of `programs`, which are run for their effects.
 */
export function withoutSideEffects(programs: readonly string[]): Plugin {
  return {
    name: 'without-side-effects',
    renderChunk(code, chunk) {
      if (programs.includes(chunk.facadeModuleId ?? '')) return null;
      const text = new RolldownMagicString(code);
      for (const statement of parseAst(code).body as unknown as Node[]) markStatement(text, statement);
      return { code: text.toString(), map: text.generateMap().toString() };
    },
  };
}

function markStatement(text: RolldownMagicString, statement: Node): void {
  if (statement.type === 'VariableDeclaration') {
    for (const { id, init } of statement.declarations as { id: Node; init: Node | null }[])
      if (init && id.type === 'Identifier') markValue(text, init, id.name as string);
  } else if (statement.type === 'ClassDeclaration' && !isPlain(statement)) {
    text
      .appendLeft(statement.start, `var ${(statement.id as Node).name as string} = ${pure}(() => `)
      .appendRight(statement.end, ')();');
  } else if (statement.type === 'ExpressionStatement') {
    text.appendLeft(statement.start, `${pure}(() => { `).appendRight(statement.end, ' })();');
  }
}

function markValue(text: RolldownMagicString, value: Node, name: string): void {
  if (isPlain(value)) return;
  const call =
    (value.type === 'CallExpression' || value.type === 'NewExpression') &&
    isPath(value.callee as Node) &&
    (value.arguments as Node[]).every(isPlain);
  // Some calls are already marked in the sources.
  const mark = text.original.slice(0, value.start).endsWith(pure) ? '' : pure;
  if (call) {
    text.appendLeft(value.start, mark);
    return;
  }
  // A class without a name takes the name of its variable, and would lose it inside the function.
  if (value.type === 'ClassExpression' && value.id === null) text.appendRight(value.start + 'class'.length, ` ${name}`);
  const [before, after] = value.type === 'ObjectExpression' ? ['(', ')'] : ['', ''];
  text.appendLeft(value.start, `${mark}(() => ${before}`).appendRight(value.end, `${after})()`);
}

/** `a` or `a.b.c`. Before a longer chain, a mark would apply only to the first call. */
function isPath({ type, object, computed }: Node): boolean {
  return type === 'Identifier' || (type === 'MemberExpression' && computed === false && isPath(object as Node));
}

/** Whether every bundler sees that evaluating the node has no side effect. */
function isPlain(node: Node | null): boolean {
  if (node === null) return true;
  switch (node.type) {
    case 'Literal':
    case 'Identifier':
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return true;
    case 'TemplateLiteral':
      return (node.expressions as Node[]).length === 0;
    case 'UnaryExpression':
      return (node.argument as Node).type === 'Literal';
    case 'ArrayExpression':
      return (node.elements as (Node | null)[]).every(isPlain);
    case 'ObjectExpression':
      return (node.properties as Node[]).every(
        ({ type, computed, value }) => type === 'Property' && computed === false && isPlain(value as Node),
      );
    case 'ClassExpression':
    case 'ClassDeclaration':
      return isPlain(node.superClass as Node | null) && ((node.body as Node).body as Node[]).every(isPlainMember);
    default:
      return false;
  }
}

function isPlainMember({ type, computed, static: onClass, value }: Node): boolean {
  return (
    type !== 'StaticBlock' &&
    computed !== true &&
    !(type === 'PropertyDefinition' && onClass === true && !isPlain(value as Node | null))
  );
}
