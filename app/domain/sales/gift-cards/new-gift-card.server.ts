import type { NewGiftCard } from '#app/domain/billing/gift-cards/gift-card-statements.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { type LocalDate, localDate } from '#app/values/zone.ts'
import { cardSecrets } from './find-gift-card.server.ts'
import type { GiftOrder } from './gift-card-forms.ts'
import { type GiftCardSettings, lastDayOf } from './gift-card-settings.ts'

/**
 * Cards for the lines that sell them, with new codes. What goes by email is sent on its day, or at
 * once where that is today or over; without an address a card is handed over. Their time runs from
 * the day they are given.
 */
export function newCardsOf(
  ctx: Pick<StudioContext, 'studio' | 'now' | 'secret'>,
  sold: readonly { itemId: string; amountMinor: number; gift: GiftOrder }[],
  of: Pick<NewGiftCard, 'source' | 'personId' | 'createdBy'>,
  settings: GiftCardSettings,
): NewGiftCard[] {
  const today = localDate(ctx.now, ctx.studio.timeZone)
  return sold.map(({ itemId, amountMinor, gift }) => {
    const deliverOn = gift.email === '' ? null : latest(gift.on, today)
    return {
      ...of,
      ...cardSecrets(ctx),
      id: itemId,
      itemId,
      amountMinor,
      recipientName: gift.to,
      recipientEmail: gift.email,
      fromName: gift.from,
      message: gift.message,
      deliverOn,
      expiresOn: lastDayOf(settings, deliverOn ?? today),
    }
  })
}

const latest = (one: LocalDate | '', other: LocalDate): LocalDate =>
  one > other ? (one as LocalDate) : other
