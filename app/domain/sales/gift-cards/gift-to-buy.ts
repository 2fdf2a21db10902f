/** A gift card as somebody buys it online: its form, and how a purchase keeps it. Pure. */
import { amountField } from '#app/domain/billing/amount-field.ts'
import { typedMinor } from '#app/values/money.ts'
import { money } from '#app/values/wording.ts'
import { addDays, type LocalDate } from '#app/values/zone.ts'
import { checkoutForm, strangerForm } from '../checkout/checkout-choice.ts'
import { type GiftOrder, giftFields } from './gift-card-forms.ts'

/** What a card that is bought online is worth, in minor units: from and at most. */
export const [leastGiftMinor, mostGiftMinor] = [500, 100_000]

/** Days ahead that its letter may wait. */
const daysAhead = 365

export type GiftToBuy = GiftOrder & { amountMinor: number }

/** Who pays is asked where they have no account; a card has its price in its amount. */
export function buyGiftForm(
  { currency, locale }: { currency: string; locale: string },
  today: LocalDate,
  stranger: boolean,
) {
  const sum = (minor: number) => money(minor, currency, locale)
  const between = `Enter an amount from ${sum(leastGiftMinor)} to ${sum(mostGiftMinor)}, like ${typedMinor(5_000, currency)}`
  const latest = addDays(today, daysAhead)
  return (stranger ? strangerForm : checkoutForm).omit({ shown: true }).extend({
    ...giftFields,
    amount: amountField(currency, between, { least: 1 }).refine(
      (minor) => minor >= leastGiftMinor && minor <= mostGiftMinor,
      { error: between },
    ),
    on: giftFields.on.refine((on) => on === '' || (on >= today && on <= latest), {
      error: 'Enter a day from today to a year ahead',
    }),
  })
}

/** As a purchase keeps it. */
export const keptGift = (gift: GiftToBuy): string => JSON.stringify(gift)

/** What is left of it once the card is given: for whom it is, the card itself knows. */
export const givenGift = ({ amountMinor }: GiftToBuy): string =>
  keptGift({ amountMinor, to: '', from: '', email: '', message: '', on: '' })

export const readGift = (kept: string): GiftToBuy => JSON.parse(kept) as GiftToBuy

/** `Gift card for Maud, £50.00`. */
export const giftName = ({ amountMinor, to }: GiftToBuy, currency: string, locale: string) =>
  `Gift card${to ? ` for ${to}` : ''}, ${money(amountMinor, currency, locale)}`
