import {
  expireGiftCards,
  expireGiftCardsDue,
} from '#app/domain/billing/gift-cards/expire-gift-cards.server.ts'
import {
  sendGiftCards,
  sendGiftCardsDue,
} from '#app/domain/sales/gift-cards/send-gift-cards.server.ts'
import { studioJob } from './studio-job.ts'

/** Jobs of gift cards. */
export const giftCardJobs = [
  studioJob(
    'send-gift-cards',
    'Email the gift cards whose day has come.',
    1,
    sendGiftCardsDue,
    sendGiftCards,
  ),
  studioJob(
    'expire-gift-cards',
    'End gift cards whose last day is over.',
    15,
    expireGiftCardsDue,
    expireGiftCards,
  ),
]
