import { type RuleTables, selected, whole } from './table.ts';

export const permissionTables: RuleTables = {
  'license-invalid': {
    triggers: [
      whole({ LicenseState: 'invalid' }),
      whole({ LicenseState: 'INVALID', LicenseMessage: 'Expired' }),
      whole({ LicenseState: ' Invalid ' }),
      selected({ LicenseState: 'invalid' }),
    ],
    innocent: [
      whole({ LicenseState: 'valid' }),
      whole({ LicenseState: 'VALID' }),
      whole({ LicenseState: 'Valid', LicenseMessage: 'invalid' }),
      whole({ LicenseState: 'expired' }),
      selected({ LicenseState: 'valid' }),
    ],
    unknown: [whole({}), whole({ LicenseState: '' }), whole({ LicenseState: 3 }), selected({})],
  },
  'license-unknown': {
    triggers: [
      whole({ LicenseState: 'expired' }),
      whole({ LicenseState: 'TRUE' }),
      whole({ LicenseState: 'not valid' }),
      selected({ LicenseState: '?' }),
    ],
    innocent: [
      whole({ LicenseState: 'valid' }),
      whole({ LicenseState: 'VALID' }),
      whole({ LicenseState: 'Invalid' }),
      selected({ LicenseState: 'invalid' }),
    ],
    unknown: [whole({}), whole({ LicenseState: '' }), selected({})],
  },
  'scheduled-not-executable': {
    triggers: [
      whole({ Scheduled: true, CanExecute: false }),
      whole({ Scheduled: 'true', CanExecute: 'false' }),
      whole({ Scheduled: 'TRUE', CanExecute: 'FALSE' }),
      selected({ Scheduled: true, CanExecute: false }),
    ],
    innocent: [
      whole({}),
      whole({ Scheduled: '', CanExecute: 'false' }),
      whole({ Scheduled: 'TRUE', CanExecute: 'TRUE' }),
      selected({ CanExecute: true }),
      selected({ Scheduled: false }),
    ],
    unknown: [
      whole({ Scheduled: true }),
      whole({ Scheduled: true, CanExecute: '' }),
      selected({ CanExecute: false }),
      selected({ Scheduled: '', CanExecute: false }),
    ],
  },
};
