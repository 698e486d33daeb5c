import { rawFilter } from '@syncline/odata';

rawFilter("tolower(details) eq 'timeout'");
