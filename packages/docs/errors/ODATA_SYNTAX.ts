import { rawFilter } from '@syncline/odata';

rawFilter("contains(details, 'timeout'");
