#!/usr/bin/env node
// This file must also parse on a Node that is too old: no static import, no `await` at the top level, old syntax only.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (!(major > 22 || (major === 22 && minor >= 18))) {
  console.error(
    `syncline-mcp needs Node 22.18 or newer, but this is Node ${process.versions.node}. Install a newer Node.`,
  );
  process.exitCode = 2;
} else void import('./command/main.ts').then(({ main }) => main());
