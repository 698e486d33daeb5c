import type { Faults } from '../fault.ts';
import { bodyFaults } from './body.ts';
import { connectionFaults } from './connection.ts';
import { redirectFaults } from './redirect.ts';
import { statusFaults } from './status.ts';
import { streamFaults } from './stream.ts';
import { valueFaults } from './value.ts';

/** Every fault, by name. */
export const faults: Faults = {
  ...connectionFaults,
  ...bodyFaults,
  ...valueFaults,
  ...statusFaults,
  ...redirectFaults,
  ...streamFaults,
};
