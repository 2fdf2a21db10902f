/** What somebody holds, as it is read. Pure. */
import type { QualificationEffect } from '#app/db/studio/day/staffing-words.ts'
import { dayMonthYear } from '#app/values/wording.ts'
import { addDays, type LocalDate } from '#app/values/zone.ts'

/** A paper is told as ending so many days before its last one. */
const soonDays = 30

export const effectWords: Record<QualificationEffect, string> = {
  none: 'Noted only',
  warn: 'Warns',
  block: 'Nobody teaches without it',
}

/** `Good until 3 October 2026`, and how urgent that is. */
export function heldWords(
  { issuedOn, expiresOn }: { issuedOn: LocalDate | null; expiresOn: LocalDate | null },
  today: LocalDate,
  locale: string,
): { text: string; tone: 'good' | 'warn' | 'bad' } {
  if (issuedOn && issuedOn > today)
    return { text: `From ${dayMonthYear(issuedOn, locale)}`, tone: 'warn' }
  if (!expiresOn) return { text: 'Good', tone: 'good' }
  const until = dayMonthYear(expiresOn, locale)
  if (expiresOn < today) return { text: `Ended ${until}`, tone: 'bad' }
  return expiresOn <= addDays(today, soonDays)
    ? { text: `Ends ${until}`, tone: 'warn' }
    : { text: `Good until ${until}`, tone: 'good' }
}
