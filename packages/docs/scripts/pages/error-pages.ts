import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { errorCodes, type ErrorCode } from '../../../../scripts/error-table.ts';
import { code, root, writePage } from './page.ts';

const folder = new URL('packages/docs/errors/', root);

interface Thrown {
  readonly code: string | undefined;
  readonly message: string;
}

/** The page of a code. The property `help` of an error has the same address. */
export function errorAddress(name: string): string {
  return `/errors/${name}/`;
}

/**
 * Writes a page for each error code: the cause, a program that causes it with the message that it throws, and what to do.
 * The programs are in `packages/docs/errors`.
 *
 * @throws {Error} when a code has no example, or a program throws another error
 */
export function writeErrorPages(): void {
  const thrown = runPrograms();
  const commands = JSON.parse(readFileSync(new URL('commands.json', folder), 'utf8')) as Readonly<
    Record<string, { readonly command: string; readonly message: string }>
  >;
  errorCodes.forEach((row, order) => {
    const file = new URL(`${row.code}.ts`, folder);
    const command = commands[row.code];
    if (!existsSync(file) && command === undefined)
      throw new Error(
        `packages/docs/errors has no example of ${row.code}.\nFix it by adding ${row.code}.ts, a program that throws it.`,
      );
    if (command === undefined && thrown[row.code]?.code !== row.code)
      throw new Error(
        `packages/docs/errors/${row.code}.ts threw ${thrown[row.code]?.code}: ${thrown[row.code]?.message}\nFix the program.`,
      );
    const example =
      command === undefined
        ? {
            program: `\`\`\`ts\n${readFileSync(file, 'utf8').trim()}\n\`\`\``,
            message: thrown[row.code]?.message ?? '',
          }
        : { program: `\`\`\`sh\n${command.command}\n\`\`\``, message: command.message };
    writePage(`errors/${row.code.toLowerCase().replaceAll('_', '-')}.md`, {
      title: row.code,
      slug: `errors/${row.code}`,
      description: row.meaning.replaceAll('`', ''),
      order,
      body: bodyOf(row, example),
    });
  });
}

function runPrograms(): Readonly<Record<string, Thrown>> {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--conditions=@syncline/source', fileURLToPath(new URL('packages/docs/scripts/error-examples.ts', root))],
    { encoding: 'utf8', timeout: 300_000 },
  );
  if (status !== 0) throw new Error(`packages/docs/scripts/error-examples.ts failed:\n${stderr}`);
  return JSON.parse(stdout) as Readonly<Record<string, Thrown>>;
}

/** Where the client's documentation of errors says more about what to do. */
const remedies: Readonly<Record<string, string>> = {
  HTTP_ERROR: '## What to do about a status',
  RESPONSE_FORMAT: '## Reasons of `RESPONSE_FORMAT`',
};

/** The table of a section of the client's documentation of errors. */
function remedyTable(heading: string): string {
  const text = readFileSync(new URL('packages/client/docs/errors.md', root), 'utf8');
  const [, section = ''] = text.split(`${heading}\n`);
  const [table] = /^\|(?:.*\n)+?(?=\n|$)/m.exec(section.split('\n## ')[0] ?? '') ?? [];
  if (table === undefined)
    throw new Error(
      `packages/client/docs/errors.md has no table below “${heading}”.\nRestore the section, or change the heading in packages/docs/scripts/pages/error-pages.ts.`,
    );
  return table.trim();
}

function bodyOf(row: ErrorCode, example: { readonly program: string; readonly message: string }): string {
  return [
    `\`\`\`text title="Example message" wrap\n${example.message}\n\`\`\``,
    '## What to do',
    row.remedy,
    ...(remedies[row.code] === undefined ? [] : [remedyTable(remedies[row.code]!)]),
    '## Details',
    row.details,
    [
      `- Class: ${code(row.class)}${row.guard === null ? '' : `, identified with ${code(row.guard)}`}`,
      `- Package: ${code(row.package)}`,
      `- ${sentOf(row.sent)}`,
      `- Was it retried? ${sentence(row.retried)}`,
    ].join('\n'),
    '## How it happens',
    example.program,
    ...(row.guard === null ? [] : ['## Catch it', `\`\`\`ts\n${handler(row)}\n\`\`\``]),
    'See also the table of [all error codes](/reference/error-codes/), and the guide [Errors and what to do](/guides/errors/).',
  ].join('\n\n');
}

/** Whether a request was sent, as a sentence. */
const sentOf = (sent: string): string => {
  const known: Readonly<Record<string, string>> = {
    yes: 'The request was sent.',
    no: 'No request was sent.',
    perhaps: 'The request may have been sent.',
  };
  return known[sent] ?? `A request was sent ${sent.replace(/^yes, /, '')}.`;
};

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** Guards that an entry of a package exports. The client exports those of the errors that it shares with the core. */
const entries: Readonly<Record<string, string>> = {
  isRecordingError: '@syncline/client/recorder',
  isVerificationError: '@syncline/client/verify',
  isWebhookError: '@syncline/ops/webhooks',
};

/** How a program recognises the error. */
function handler({ guard, package: name }: ErrorCode): string {
  const source = entries[guard ?? ''] ?? (name === '@syncline/core' ? '@syncline/client' : name);
  return `import { ${guard} } from '${source}';

try {
  await run();
} catch (error) {
  if (!${guard}(error)) throw error;
  console.error(error.message, error.help);
}

declare function run(): Promise<void>; // your program`;
}
