/** Words of other programs, in the forms met in the field (formats.md). */
import type { BillingInterval } from '#app/values/billing/billing-period.ts'

/** How often something is paid, in words met in the field; null where they are not known. */
export function intervalOf(word: string): BillingInterval | 'other' | null {
  const key = word.toLowerCase().replace(/[^a-z0-9]/g, '')
  if (/^(month|monthly|1month|everymonth|monatlich)$/.test(key)) return 'month'
  if (/^(every4weeks|4weeks|fourweeks|everyfourweeks|fourweekly|4weekly|28days)$/.test(key))
    return 'four_weeks'
  if (/^(week|weekly|1week|everyweek|wochentlich)$/.test(key)) return 'week'
  if (
    /^(every2weeks|2weeks|biweekly|fortnightly|quarterly|every3months|every6months|yearly|annual|annually|everyyear)$/.test(
      key,
    )
  )
    return 'other'
  return null
}

/** Whether somebody came, by words met in the field; null where they are not known. */
export function cameOf(word: string): boolean | null {
  const key = word.toLowerCase().replace(/[^a-z]/g, '')
  if (/^(|attended|signedin|checkedin|arrived|completed|present|visited)$/.test(key)) return true
  if (
    /^(noshow|absent|latecancel|latecancelled|latecanceled|earlycancel|earlycancelled|cancelled|canceled|booked|reserved|waitlist|waitlisted)$/.test(
      key,
    )
  )
    return false
  return null
}
