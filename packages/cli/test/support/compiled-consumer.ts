import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { generateFiles } from '../../src/generate/generate.ts';
import type { Description } from '../../src/generate/model.ts';
import { CONSUMER } from '../diff/consumer.ts';
import { CONSUMER_OPTIONS } from './consumer-project.ts';
import { repository } from './description-copy.ts';

const copied = ['auth', 'client', 'core', 'odata', 'openapi'];

/**
 * The consumer's program, with packages that are generated again for each description. It uses only the compiler and
 * shares no code with `syncline impact`.
 */
export class CompiledConsumer {
  readonly #openapi: string;
  readonly #file: string;
  readonly #service: ts.LanguageService;
  readonly #versions = new Map<string, number>();

  constructor(folder: string) {
    const modules = join(folder, 'node_modules');
    this.#openapi = join(modules, '@syncline/openapi');
    this.#file = join(folder, 'use.ts');
    mkdirSync(join(modules, '@syncline'), { recursive: true });
    for (const name of copied)
      for (const part of ['src', 'package.json'])
        cpSync(join(repository, 'packages', name, part), join(modules, '@syncline', name, part), { recursive: true });
    for (const name of readdirSync(join(repository, 'node_modules')))
      if (name !== '@syncline' && !name.startsWith('.'))
        symlinkSync(join(repository, 'node_modules', name), join(modules, name));
    writeFileSync(join(folder, 'package.json'), '{ "name": "consumer", "type": "module" }');
    writeFileSync(this.#file, CONSUMER);
    const { options } = ts.convertCompilerOptionsFromJson(CONSUMER_OPTIONS, folder);
    this.#service = ts.createLanguageService({
      getCompilationSettings: () => options,
      getScriptFileNames: () => [this.#file],
      getScriptVersion: (name) => String(this.#versions.get(name) ?? 0),
      getScriptSnapshot: (name) =>
        existsSync(name) ? ts.ScriptSnapshot.fromString(readFileSync(name, 'utf8')) : undefined,
      getCurrentDirectory: () => folder,
      getDefaultLibFileName: ts.getDefaultLibFilePath,
      fileExists: ts.sys.fileExists,
      readFile: ts.sys.readFile,
      readDirectory: ts.sys.readDirectory,
      directoryExists: ts.sys.directoryExists,
      getDirectories: ts.sys.getDirectories,
      realpath: ts.sys.realpath as (path: string) => string,
    });
  }

  /** The compiler's results for each line, counted from 1, with packages generated from these descriptions. */
  compile(descriptions: readonly Description[]): CompiledLines {
    for (const [path, text] of generateFiles(descriptions)) {
      const name = join(this.#openapi, path);
      if (existsSync(name) && readFileSync(name, 'utf8') === text) continue;
      mkdirSync(dirname(name), { recursive: true });
      writeFileSync(name, text);
      this.#versions.set(name, (this.#versions.get(name) ?? 0) + 1);
    }
    const program = this.#service.getProgram();
    const file = program?.getSourceFile(this.#file);
    if (program === undefined || file === undefined) throw new Error(`The compiler does not read ${this.#file}.`);
    const lineOf = (position: number): number => file.getLineAndCharacterOfPosition(position).line + 1;
    const checker = program.getTypeChecker();
    const types = new Map<number, string>();
    for (const statement of file.statements)
      if (ts.isVariableStatement(statement))
        for (const { name } of statement.declarationList.declarations) {
          const type = checker.getTypeAtLocation(name);
          const value = type.getCallSignatures()[0]?.getReturnType() ?? type;
          if (isPrimitive(value)) types.set(lineOf(name.getStart()), checker.typeToString(value, undefined, inFull));
        }
    const found = this.#service.getSemanticDiagnostics(this.#file);
    return { errors: new Set(found.map(({ start = 0 }) => lineOf(start))), types };
  }
}

/** Whether a type contains no object, so that its text describes it completely. */
function isPrimitive(type: ts.Type): boolean {
  return type.isUnion() ? type.types.every(isPrimitive) : (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Any)) === 0;
}

const inFull = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.InTypeAlias;

/**
 * The lines that do not compile. Also, for each line that reads a value or defines a function, the type of the value or
 * result, unless it contains an object.
 */
export interface CompiledLines {
  readonly errors: ReadonlySet<number>;
  readonly types: ReadonlyMap<number, string>;
}
