/**
 * `node:http`, without an `import`: that would read every export, `WebSocket` among them, for which Node loads its whole fetch, a third
 * of the time to the first answer.
 */
export const http = process.getBuiltinModule('node:http');
