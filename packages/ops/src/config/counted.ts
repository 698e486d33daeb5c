export { counted } from '@syncline/core/internal';
