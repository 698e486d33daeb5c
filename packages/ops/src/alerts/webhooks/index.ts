export type { AlertEvent } from './alert-event.ts';
export {
  isWebhookError,
  signWebhook,
  verifyWebhook,
  type VerifyWebhookOptions,
  WebhookError,
} from './standard-webhooks.ts';
