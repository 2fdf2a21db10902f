/** Who is reminded of what, and who is not and why, as the page says it. Pure. */
import { count, dayMonthShort, money } from '#app/values/wording.ts'
import type { LocalDate } from '#app/values/zone.ts'

/** Why an invoice is left out. */
export type ReminderLeft = 'no_address' | 'just_reminded' | 'brought_over'

type Row = {
  id: string
  reference: string
  name: string
  openMinor: number
  currency: string
  dueOn: LocalDate
  why: ReminderLeft | null
}

const reasons: Record<ReminderLeft, string> = {
  no_address: 'no email address',
  just_reminded: 'reminded in the last 3 days',
  brought_over: 'brought over. Send the first reminder from the invoice',
}

export function reminderWords(rows: readonly Row[], locale: string) {
  const told = rows.filter(({ why }) => why === null)
  return {
    n: told.length,
    intro:
      told.length === 0
        ? 'There is nobody to remind now.'
        : `${count(told.length, 'person gets', 'people get')} an email with what is to pay.`,
    rows: rows.map(({ id, reference, name, openMinor, currency, dueOn, why }) => ({
      id,
      name,
      reference,
      amount: money(openMinor, currency, locale),
      due: dayMonthShort(dueOn, locale),
      left: why === null ? '' : `Left out: ${reasons[why]}`,
    })),
    done: (n: number) => (n === 0 ? 'Nobody was reminded.' : `${count(n, 'reminder')} sent.`),
  }
}
