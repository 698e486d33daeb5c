export type { AlertData, AlertEvent, AlertEventType, AlertKind, AlertRun } from './alert-event.ts';
export { signWebhook, type WebhookHeaders, type WebhookMessage } from './sign-webhook.ts';
export {
  type RequestHeaders,
  verifyWebhook,
  type VerifyWebhookOptions,
  type WebhookVerifier,
} from './verify-webhook.ts';
export { isWebhookError, type WebhookError, type WebhookRefusal } from './webhook-error.ts';
