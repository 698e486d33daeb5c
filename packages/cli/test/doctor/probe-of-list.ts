import type { Probe } from '../../src/doctor/probe.ts';

/** What a service that works answers: an empty list in JSON. */
export const probeOfList: Probe = {
  status: 200,
  contentType: 'application/json',
  body: [],
  problem: null,
  failure: null,
  isHtml: false,
  isLoginForm: false,
  location: null,
  offers: [],
};
