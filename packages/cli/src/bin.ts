#!/usr/bin/env node
// This file must also parse on versions of Node that are too old: no static import, no top-level `await`, only old
// syntax.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const [first, ...others] = process.argv.slice(2);
if (!(major > 22 || (major === 22 && minor >= 18))) {
  console.error(`syncline needs Node 22.18 or newer, but this is Node ${process.versions.node}. Install a newer Node.`);
  process.exitCode = 2;
} else if ((first === '--version' || first === '-v') && others.length === 0) {
  // Scripts often check the version first. Without loading the definition of the commands, that takes half the time.
  void import('./version.ts').then(({ version }) => console.log(version));
} else void import('./main.ts').then(({ main }) => main());
