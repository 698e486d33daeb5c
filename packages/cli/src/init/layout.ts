import type { InterfaceName, Project, TypeScriptSettings } from './project.ts';

/** The places of the files in a project, and their module syntax. */
export interface Layout {
  /** The paths, relative to the project, with `/`. */
  readonly client: string;
  readonly test: string;
  /** How the test imports the client. */
  readonly clientSpecifier: string;
  readonly isTyped: boolean;
  /** Whether files use `import` and `export` rather than `require` and `module.exports`. */
  readonly isModule: boolean;
}

/** The texts about each interface in the client file and the test. */
export const TEXTS: Readonly<
  Record<InterfaceName, { factory: string; type: string; options: string; name: string; has: string }>
> = {
  odata: {
    factory: 'createODataClient',
    type: 'ODataClient',
    options: 'ClientOptions',
    name: 'createOData',
    has: 'the OData interface: jobs, history and connectors',
  },
  v2: {
    factory: 'createV2Client',
    type: 'V2Client',
    options: 'V2ClientOptions',
    name: 'createV2',
    has: 'the v2 interface: workspaces, job status and task history',
  },
  cloud: {
    factory: 'createCloudClient',
    type: 'CloudClient',
    options: 'ClientOptions',
    name: 'createCloud',
    has: 'the cloud query interface',
  },
};

/** The variable that holds the address of an interface. */
export function addressVariable(name: InterfaceName): string {
  return `SYNCLINE_${name.toUpperCase()}_URL`;
}

export function layoutOf(project: Project): Layout {
  const { language, modules, testRunner, sourceFolder, testFolder } = project;
  const typescript = language === 'typescript' ? project.typescript : undefined;
  // Vitest cannot be loaded by `require`, and a `.mjs` file is a module in every project.
  const isModuleFile = typescript?.needsModuleFiles ?? (modules === 'commonjs' && testRunner === 'vitest');
  const extension = `${isModuleFile ? 'm' : ''}${typescript === undefined ? 'js' : 'ts'}`;
  const from = testFolder === sourceFolder ? '.' : sourceFolder === '.' ? '..' : `../${sourceFolder}`;
  return {
    client: inFolder(sourceFolder, `sync-client.${extension}`),
    test: inFolder(testFolder, `sync-client.test.${extension}`),
    clientSpecifier: `${from}/sync-client${importExtension(typescript, extension)}`,
    isTyped: typescript !== undefined,
    isModule: typescript !== undefined || modules === 'esm' || isModuleFile,
  };
}

function importExtension(typescript: TypeScriptSettings | undefined, extension: string): string {
  if (typescript === undefined || typescript.importsTypeScript) return `.${extension}`;
  if (typescript.needsModuleFiles) return '.mjs';
  return typescript.needsExtension ? '.js' : '';
}

function inFolder(folder: string, file: string): string {
  return folder === '.' ? file : `${folder}/${file}`;
}
