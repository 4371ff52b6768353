/** What `kyb-client` exports. */
export type * from './api-methods.ts';
export type * from './api-types.ts';
export { KybError, type KybErrorCode, type KybErrorOf } from './errors.ts';
export { Kyb, type KybOptions } from './kyb.ts';
export type { ApiPromise, ApiResponse, PagePromise } from './promises.ts';
export type { RequestOptions } from './request.ts';
export type { Upload, UploadContent } from './uploads.ts';
export { type VerifyWebhookOptions, verifyWebhook, WebhookError, type WebhookFault } from './webhooks.ts';
