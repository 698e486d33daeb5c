import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Layout } from './layout.ts';
import { installCommand, nodeCommandOf, runCommandOf } from './find-project.ts';
import type { Project } from './project.ts';

/** What to do after the files are written. */
export interface NextSteps {
  /** The commands that install missing packages. */
  readonly install: readonly string[];
  /** The command that runs the written test. */
  readonly test: string;
  /** What else the project needs, as sentences. */
  readonly notes: readonly string[];
}

export function nextSteps(project: Project, layout: Layout): NextSteps {
  // A project must list what its own code imports. Tools may come from the workspace around it.
  const production = ['@syncline/client', '@syncline/auth'].filter((name) => !project.listed.has(name));
  const development = [
    ...(project.listed.has('@syncline/sandbox') ? [] : ['@syncline/sandbox']),
    ...toolsOf(project, layout).filter((name) => !project.dependencies.has(name)),
  ];
  return {
    install: [
      ...(production.length === 0 ? [] : [installCommand(project, production, 'production')]),
      ...(development.length === 0 ? [] : [installCommand(project, development, 'development')]),
    ],
    test: testCommand(project, layout),
    notes: notesOf(project),
  };
}

function toolsOf(project: Project, layout: Layout): readonly string[] {
  if (project.typescript === undefined) return [];
  const needsLoader = layout.isTyped && project.testRunner === 'node:test' && !runsAsIs(project, layout);
  const runner = needsLoader ? ['tsx'] : [];
  const globals = project.testRunner === 'jest' && !project.dependencies.has('@types/jest') ? ['@jest/globals'] : [];
  return ['@types/node', ...runner, ...globals];
}

/** Whether Node runs the TypeScript test without a loader: it needs imports that end in `.ts`. */
function runsAsIs({ typescript, modules }: Project, { test }: Layout): boolean {
  return typescript?.importsTypeScript === true && (modules === 'esm' || test.endsWith('.mts'));
}

function testCommand(project: Project, layout: Layout): string {
  switch (project.testRunner) {
    case 'vitest':
      return runCommandOf(project.packageManager, `vitest run ${layout.test}`);
    case 'jest': {
      const jest = project.packageManager === 'yarn' ? '$(yarn bin jest)' : 'node_modules/jest/bin/jest.js';
      return nodeCommandOf(project.packageManager, `--experimental-vm-modules ${jest} ${layout.test}`);
    }
    case 'node:test': {
      const loader = layout.isTyped && !runsAsIs(project, layout) ? '--import tsx ' : '';
      return nodeCommandOf(project.packageManager, `${loader}--test ${layout.test}`);
    }
  }
}

function notesOf({ dependencies, ignoresEnvironment, modules, testRunner, ...project }: Project): readonly string[] {
  const { folder, typescript } = project;
  return [
    ...(dependencies.has('typescript') && !existsSync(join(folder, 'tsconfig.json'))
      ? [
          'The files are JavaScript, because the project has TypeScript but no tsconfig.json. For TypeScript, delete them, run `npx tsc --init`, then this command again.',
        ]
      : []),
    ...(ignoresEnvironment ? [] : ['git does not ignore .env. Add a line `.env` to .gitignore before you copy it.']),
    ...(typescript !== undefined && !typescript.readsExports
      ? [
          `${typescript.file} resolves modules in a way that does not find the packages. ` +
            'Set "moduleResolution" to "bundler" or "nodenext".',
        ]
      : []),
    ...(testRunner === 'jest'
      ? [
          'The packages are ES modules. Jest loads them with --experimental-vm-modules' +
            (modules === 'commonjs' ? ', from CommonJS only on Node 24.9 or newer with Jest 30.' : '.'),
        ]
      : []),
  ];
}
