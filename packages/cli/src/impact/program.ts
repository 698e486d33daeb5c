import { resolve } from 'node:path';
import ts from 'typescript';
import { InputError } from '../support/exit-codes.ts';

/** Opens the project that tsconfig.json describes. @throws {InputError} when the file is missing or cannot be read. */
export function openProject(folder: string): ts.Program {
  const path = ts.findConfigFile(resolve(folder), ts.sys.fileExists);
  if (path === undefined)
    throw new InputError(
      `${folder} has no tsconfig.json, and neither has a folder above it. Name the folder of your project`,
    );
  const config = ts.getParsedCommandLineOfConfigFile(
    path,
    { noEmit: true },
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: refuse },
  );
  if (!config) throw new InputError(`${path} cannot be read as a TypeScript configuration`);
  const [problem] = config.errors;
  if (problem) refuse(problem);
  return ts.createProgram(config.fileNames, config.options);
}

function refuse(problem: ts.Diagnostic): never {
  throw new InputError(ts.flattenDiagnosticMessageText(problem.messageText, '\n'));
}
