/** Open items as shown to people: who owes whom, and what for. */
import type { openItems } from '#app/db/studio/billing.ts'
import { money } from '#app/values/wording.ts'

/** What a charge is for. */
export type OpenItemKind = (typeof openItems.$inferSelect)['kind']

/** `amountMinor` is positive where the person owes the studio. */
export type ToldItem = { id: string; amountMinor: number; currency: string; working: string }

/** To the person: `£60.00 to pay` or `£15.00 for you`, and what for. */
export function myItemWords({ amountMinor, currency, working }: ToldItem, locale: string) {
  const sum = money(Math.abs(amountMinor), currency, locale)
  return { amount: amountMinor > 0 ? `${sum} to pay` : `You get ${sum}`, working }
}

/** To the desk: who owes whom, and what for. */
export function deskItemWords(
  { id, kind, subjectId, amountMinor, currency, working }: ToldItem & Charged,
  locale: string,
) {
  const sum = money(Math.abs(amountMinor), currency, locale)
  const owed = amountMinor > 0
  return {
    id,
    working,
    owed,
    title: owed ? `${sum} to pay` : `${sum} to refund`,
    /** The fee that it charges and that may still be waived. */
    feeId: kind === 'fee' && owed ? subjectId : null,
  }
}

type Charged = { kind: string; subjectId: string }
