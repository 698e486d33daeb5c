export type { AlertEvent } from './alert-event.ts';
export { signWebhook, verifyWebhook, type VerifyWebhookOptions } from './standard-webhooks.ts';
export { isWebhookError, WebhookError } from './webhook-error.ts';
