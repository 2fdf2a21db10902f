/** Webhooks and what became of their deliveries, in words. Pure. */
import type {
  DeliveryState,
  TryError,
  WebhookPause,
} from '#app/db/studio/automation/webhooks-words.ts'
import { isWebhookKind, webhookKinds } from './webhook-kinds.ts'

export const deliveryWords = {
  waiting: { text: 'Waiting', tone: 'line' },
  sent: { text: 'Delivered', tone: 'good' },
  failed: { text: 'Failed', tone: 'bad' },
} as const satisfies Record<DeliveryState, unknown>

/** Why nothing is sent. */
export const pauseWords: Record<WebhookPause, string> = {
  staff: 'Events of up to 30 days are sent when you resume.',
  failing:
    'Nothing got through for 3 days. Check the address, then resume: events of up to 30 days are sent.',
  gone: 'Its server says that nothing is at this address any more (410).',
}

const errorWords: Record<TryError, string> = {
  timeout: 'No answer within 10 seconds',
  unreachable: 'Couldn’t be reached',
  private: 'The address leads to a private network',
  no_secret: 'The secret can’t be read: make a new one',
  cut_off: 'The last try didn’t finish',
}

/** What the last try was answered. */
export function answerWords({
  status,
  error,
}: {
  status: number | null
  error: TryError | ''
}): string {
  if (error) return errorWords[error]
  if (status === null) return 'Not tried yet'
  return status >= 300 && status < 400
    ? `Answered ${status}: redirects aren’t followed`
    : `Answered ${status}`
}

/** What an event is called: its words, or those of a test or an automation. */
export function kindWords(kind: string): string {
  if (isWebhookKind(kind)) return webhookKinds[kind]
  return kind === 'webhook.test' ? 'Test event' : 'Sent by an automation'
}
