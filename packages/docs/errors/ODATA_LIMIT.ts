import { rawFilter } from '@syncline/odata';

const names = Array.from({ length: 500 }, (_, index) => `connectorid eq 'connector ${index}'`);
rawFilter(names.join(' or '));
