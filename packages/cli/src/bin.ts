#!/usr/bin/env node
// This file must also parse on a Node that is too old: no static import, no `await` at the top level, old syntax only.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const [first, ...others] = process.argv.slice(2);
if (!(major > 22 || (major === 22 && minor >= 18))) {
  console.error(`syncline needs Node 22.18 or newer, but this is Node ${process.versions.node}. Install a newer Node.`);
  process.exitCode = 2;
} else if ((first === '--version' || first === '-v') && others.length === 0) {
  // Scripts ask for the version before they start: without the definition of the commands, that takes half the time.
  void import('./version.ts').then(({ version }) => console.log(version));
} else void import('./main.ts').then(({ main }) => main());
