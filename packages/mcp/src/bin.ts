#!/usr/bin/env node
// This file must also parse on versions of Node that are too old: no static import, no top-level `await`, only old
// syntax.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (!(major > 22 || (major === 22 && minor >= 18))) {
  console.error(
    `syncline-mcp needs Node 22.18 or newer, but this is Node ${process.versions.node}. Install a newer Node.`,
  );
  process.exitCode = 2;
} else void import('./start/main.ts').then(({ main }) => main());
