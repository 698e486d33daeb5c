#!/usr/bin/env node
import { run } from './program.ts';
import { processOutput } from './support/console.ts';

process.exitCode = await run(process.argv.slice(2), processOutput());
