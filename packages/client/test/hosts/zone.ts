/** Loads zone.js, as Angular and `@opentelemetry/context-zone` do. It replaces the global `Promise`, and timers. */
import 'zone.js';
