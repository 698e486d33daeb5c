#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';

// Before the rest is imported: later starts read the compiled code from the cache.
enableCompileCache();
const { run } = await import('./command/run.ts');
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
const color = process.stdout.isTTY && process.env.NO_COLOR === undefined;
const started = await run(process.argv.slice(2), { stdout: process.stdout, stderr: process.stderr, color, version });
if (started.exitCode === undefined) {
  process.once('exit', started.flushLog);
  const end = (): void => void started.sandbox.close().then(() => process.exit(0));
  process.once('SIGINT', end).once('SIGTERM', end);
} else {
  process.exitCode = started.exitCode;
}
