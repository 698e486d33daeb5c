/** What `syncline init` finds out about a project. It determines the files that the command writes. */
export interface Project {
  /** The folder of the project's package.json. */
  readonly folder: string;
  readonly packageManager: PackageManager;
  readonly language: 'typescript' | 'javascript';
  /** How Node reads a `.js` file of the project. */
  readonly modules: 'esm' | 'commonjs';
  readonly testRunner: 'vitest' | 'jest' | 'node:test';
  /** The folder of the sources, relative to the project: `src`, or `.`. */
  readonly sourceFolder: string;
  /** The folder of the tests, relative to the project. */
  readonly testFolder: string;
  /** The packages that the project lists, with their ranges. */
  readonly listed: ReadonlyMap<string, string>;
  /** The packages that the project and the workspace around it list, with their ranges. */
  readonly dependencies: ReadonlyMap<string, string>;
  /** What the configuration of TypeScript says; undefined if TypeScript does not check the project's files. */
  readonly typescript: TypeScriptSettings | undefined;
  /** Whether git ignores `.env`. Also true outside a repository. */
  readonly ignoresEnvironment: boolean;
  /** Whether the folder is the root of a pnpm workspace, where `pnpm add` needs `-w`. */
  readonly isWorkspaceRoot: boolean;
}

export type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun';

/** The settings of a tsconfig.json that determine what a new file looks like. */
export interface TypeScriptSettings {
  /** The tsconfig file that includes the sources. */
  readonly file: string;
  /** Whether it has only JavaScript files, and checks them (`checkJs`). */
  readonly onlyJavaScript: boolean;
  /** Whether imports may end in `.ts`. */
  readonly importsTypeScript: boolean;
  /** Whether relative imports need an extension. */
  readonly needsExtension: boolean;
  /** Whether CommonJS files cannot import ES modules, so that new files must be `.mts`. */
  readonly needsModuleFiles: boolean;
  /** Whether the compiler finds packages by their `exports`. */
  readonly readsExports: boolean;
  /** Whether each file must refer to the Node types. Version 6 and later load no types that are not listed. */
  readonly needsNodeReference: boolean;
  /** Whether a file outside the source folder is an error. */
  readonly onlySources: boolean;
}

/** The interfaces of the service. */
export const INTERFACES = ['odata', 'v2', 'cloud'] as const;
export type InterfaceName = (typeof INTERFACES)[number];

/** The interfaces that the client file is for, each with its address if it is known. */
export type Services = ReadonlyMap<InterfaceName, string | undefined>;

/** A file to write: its path, relative to the project, with `/`, and its text. */
export interface NewFile {
  readonly path: string;
  readonly text: string;
}
