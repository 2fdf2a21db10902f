/** How long a studio's gift cards last, until it says otherwise: for ever. Pure. */
import { monthsLater } from '#app/values/billing/billing-period.ts'
import type { LocalDate } from '#app/values/zone.ts'

/** `months` in which a card pays; 0 is for ever. `online`: anybody can buy one there. */
export type GiftCardSettings = { version: number; months: number; online: boolean }

export const usualGiftCards: GiftCardSettings = { version: 0, months: 0, online: true }

/** The last day of a card that is sold on a day; null is for ever. */
export const lastDayOf = ({ months }: GiftCardSettings, soldOn: LocalDate): LocalDate | null =>
  months === 0 ? null : monthsLater(soldOn, months)
