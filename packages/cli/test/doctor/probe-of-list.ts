import type { Probe } from '../../src/doctor/probe.ts';

/** The response of a service that works: an empty list in JSON. */
export const probeOfList: Probe = {
  status: 200,
  contentType: 'application/json',
  body: [],
  problem: null,
  failure: null,
  hasNextLink: false,
  isHtml: false,
  isLoginForm: false,
  location: null,
  offers: [],
};
