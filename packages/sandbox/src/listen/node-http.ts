/**
 * `node:http` without an `import` statement. An import would read every export, among them `WebSocket`, for which Node
 * loads its whole fetch implementation: a third of the time to the first response.
 */
export const http = process.getBuiltinModule('node:http');
