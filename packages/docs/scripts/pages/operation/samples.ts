import { operations } from '@syncline/openapi';
import { curlText } from '../../../src/try-it/call-text.ts';
import type { Values } from '../../../src/try-it/operation.ts';
import type { LocatedOperation } from '../documents.ts';
import type { Exchange } from './exchange.ts';
import { programOf } from './program.ts';

const fence = (language: string, text: string) => `\`\`\`${language} wrap\n${text}\n\`\`\``;
const tabs = (entries: readonly (readonly [label: string, content: string])[], key?: string) =>
  [
    key === undefined ? '<Tabs>' : `<Tabs syncKey="${key}">`,
    ...entries.map(([label, content]) => `<TabItem label="${label}">\n\n${content}\n\n</TabItem>`),
    '</Tabs>',
  ].join('\n');

/** The column beside the text: the call, the request and the responses. */
export function samples(located: LocatedOperation, call: string, values: Values, made: Exchange): string {
  const id = located.operation.operationId;
  const { otherCalls } = operations[id];
  const others = otherCalls.map((name) => `\`${name}\``).join(' and ');
  const returned = made.returned === undefined ? [] : [['In TypeScript', fence('js', made.returned)] as const];
  const shown = (responses: Exchange['responses']) =>
    responses.map(({ label, body }) => [label, fence('json', JSON.stringify(body, null, 2))] as const);
  const successes = made.responses.filter(({ label }) => label.startsWith('2'));
  const failures = made.responses.filter((response) => !successes.includes(response));
  return [
    tabs(
      [
        ['TypeScript', fence('ts', programOf(located, call))],
        ...(made.rawCall === undefined ? [] : [['raw', fence('ts', programOf(located, made.rawCall))] as const]),
        ['curl', fence('sh', curlText(id, { ...values, ...made.options }))],
        ['HTTP', fence('http', made.request)],
      ],
      'language',
    ),
    otherCalls.length === 0 ? '' : `${others} ${otherCalls.length === 1 ? 'sends' : 'send'} this request too.`,
    '<p class="samples-title">Response <a href="#try-it">Try it in this page</a></p>',
    tabs([...shown(successes), ...returned, ...shown(failures)]),
    made.isFromSandbox
      ? 'This is the response of the sandbox: the vendor does not document the shape of the result.'
      : '',
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}
