/** What a press on several dates did, in one message. */

import type { Refused } from '#app/domain/places/refusals.ts'
import type { Formats } from '#app/values/formats.ts'
import { count, dayShort } from '#app/values/wording.ts'
import { refusalWords } from '../availability/refusal-words.ts'

type Dates = readonly {
  localStart: string
  outcome: 'booked' | 'waitlisted' | 'failed'
  why: Refused | null
}[]

/**
 * `5 dates booked, 1 on the waitlist. Not booked: Tue 3 Nov, …`; the page behind it lists every
 * date.
 */
export function repeatedSentence(dates: Dates, goesOn: boolean, formats: Formats): string {
  const of = (outcome: string) => dates.filter((date) => date.outcome === outcome)
  const waiting = of('waitlisted').length
  const failed = of('failed')
  const done = [
    dates.length > 0 ? `${count(of('booked').length, 'date')} booked` : '',
    waiting > 0 ? `${waiting} on the waitlist` : '',
  ].filter(Boolean)
  const not = failed.slice(0, 3).map(({ localStart, why }) => {
    const sentence = why ? ` ${refusalWords(why, formats).sentence}` : ''
    return `Not booked: ${dayShort(localStart.slice(0, 10), formats.locale)}.${sentence}`
  })
  return [
    done.length > 0 ? `${done.join(', ')}.` : '',
    ...not,
    failed.length > 3 ? `${failed.length - 3} more could not be booked.` : '',
    goesOn ? 'Later dates are booked for you when booking opens.' : '',
  ]
    .filter(Boolean)
    .join(' ')
}
