/** Closed lists of webhooks, for the schema and for pages. */

/** Why a target is paused: by staff, after three days of failures, or it answered that it is gone. */
export const webhookPauses = ['staff', 'failing', 'gone'] as const
export type WebhookPause = (typeof webhookPauses)[number]

export const deliveryStates = ['waiting', 'sent', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Why a try has no status of HTTP. */
export const tryErrors = ['timeout', 'unreachable', 'private', 'no_secret', 'cut_off'] as const
export type TryError = (typeof tryErrors)[number]
