/**
 * The form of a course or workshop, as the server checks it. Money is typed in the studio's
 * currency.
 */
import * as z from 'zod'
import { asked, datesPattern } from '#app/values/field-rules.ts'
import { idForm } from '#app/values/id.ts'
import { amountRules, parseMinor } from '#app/values/money.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { instantOf, isLocalDate } from '#app/values/zone.ts'
import { isTime, weekdayList } from './course-dates.ts'
import type { Tier } from './course-view.ts'
import type { CourseTerms } from './create-course.server.ts'

const text = (most: number) =>
  z
    .string()
    .overwrite(tidyText)
    .max(most, { error: `At most ${most} characters` })
    .default('')
const whole = (what: string, from: number, to: number) =>
  z.coerce
    .number({ error: `Enter ${what}` })
    .int({ error: `Enter ${what} as a whole number` })
    .min(from, { error: `Enter ${what}: ${from} or more` })
    .max(to, { error: `Enter ${what}: ${to} at most` })
const chosen = (what: string) =>
  z
    .string({ error: `Choose ${what}` })
    .min(1, { error: `Choose ${what}` })
    .max(40)
const id = z.string().max(40).default('')
const tick = z
  .string()
  .optional()
  .transform((value) => value !== undefined)
const localDate = (sentence: string) => z.string().refine(isLocalDate, { error: sentence })
/** `2027-01-05T18:30`, as a datetime field sends it. */
const wall = z
  .string()
  .refine((value) => isLocalDate(value.slice(0, 10)) && isTime(value.slice(11, 16)), {
    error: 'Enter a date and a time',
  })
  .transform((value) => value.slice(0, 16))

const datesWords = 'Enter dates like 2026-12-26, at most 40'
const tableWords = 'Enter lines like “14 days: 100%”, at most 8'
/** What `readTable` reads, for a browser. */
const tablePattern =
  '[\\s,;]*(?:\\d{1,3}\\s*(?:[dD][aA][yY][sS]?)?\\s*[:=]\\s*(?:0?\\d{1,2}|100)\\s*%?\\s*(?:[\\n,;]\\s*|$))*'

const dates = {
  from: localDate('Enter the first date').optional(),
  time: z
    .string({ error: 'Enter when it starts' })
    .refine(isTime, { error: 'Enter a time like 18:30' }),
  days: z.array(z.string()).max(7).default([]).transform(weekdayList),
  count: whole('how many sessions', 1, 60).optional(),
  except: asked(
    z
      .string()
      .default('')
      .transform((list) => [...new Set(list.split(/[\s,;]+/).filter(Boolean))].sort())
      .refine((list) => list.length <= 40 && list.every(isLocalDate), { error: datesWords }),
    { pattern: datesPattern, title: datesWords },
  ),
  list: z.string().max(2_000, { error: 'At most 60 dates' }).default(''),
}

/**
 * What a currency makes of a form: built for each studio, since amounts are read in its currency.
 */
export function courseTermsForm(currency: string, timeZone: string) {
  const amount = (sentence: string) =>
    asked(
      z
        .string({ error: sentence })
        .transform((value) => parseMinor(value, currency))
        .refine((minor) => minor !== null, { error: sentence })
        .transform((minor) => minor ?? 0),
      amountRules(currency, sentence),
    )
  const instant = wall.transform((local) => instantOf(local, timeZone))
  return z
    .object({
      name: z
        .string({ error: 'Enter a name' })
        .overwrite(tidyText)
        .min(1, { error: 'Enter a name' })
        .max(80, { error: 'At most 80 characters' }),
      description: text(2_000),
      bring: text(300),
      levelId: id,
      price: amount('Enter a price like 90.00'),
      tierName: text(40),
      tierPrice: amount('Enter a price like 80.00').optional(),
      tierUntil: instant.optional(),
      tierName2: text(40),
      tierPrice2: amount('Enter a price like 85.00').optional(),
      tierUntil2: instant.optional(),
      lateJoin: whole('how many sessions may be missed', 0, 59).default(0),
      dropIns: tick,
      dropIn: amount('Enter a price like 18.00').optional(),
      makeUpHours: whole('hours before', 0, 720).optional(),
      makeUpDays: whole('days after the last session', 0, 365).default(14),
      takesMakeUps: tick,
      withdrawal: asked(
        z
          .string()
          .default('')
          .transform(readTable)
          .refine((rows) => rows !== null, { error: tableWords })
          .transform((rows) => rows ?? []),
        { pattern: tablePattern, title: tableWords },
      ),
      withdrawalRunning: whole('percent', 0, 100).default(0),
      waitlistLimit: whole('people on the waitlist', 0, 200).default(20),
      offerHours: whole('hours', 1, 168).default(24),
      opensAt: instant.optional(),
      followsId: id,
      reEnrolUntil: instant.optional(),
      minimumAge: whole('an age', 0, 120).optional(),
      maximumAge: whole('an age', 0, 120).optional(),
      minimumPeople: whole('how many people', 1, 1_000).optional(),
      decideAt: instant.optional(),
      guestName: text(80),
      guestPercent: whole('percent', 0, 100).default(0),
      guestFixed: amount('Enter an amount like 50.00').optional(),
      guestMinimum: amount('Enter an amount like 100.00').optional(),
    })
    .superRefine((form, ctx) => {
      const wrong = (field: keyof typeof form, message: string) =>
        ctx.addIssue({ code: 'custom', path: [field], message })
      if (form.tierPrice !== undefined && !form.tierUntil)
        wrong('tierUntil', 'Enter when this price ends')
      if (form.tierPrice2 !== undefined && !form.tierUntil2)
        wrong('tierUntil2', 'Enter when this price ends')
      if (
        form.minimumAge !== undefined &&
        form.maximumAge !== undefined &&
        form.minimumAge > form.maximumAge
      ) {
        wrong('maximumAge', 'Enter the lower age first')
      }
      if (form.minimumPeople !== undefined && !form.decideAt)
        wrong('decideAt', 'Enter the day you decide')
      if (form.followsId && !form.reEnrolUntil)
        wrong('reEnrolUntil', 'Enter when priority booking ends')
    })
    .transform(({ price, dropIn, guestFixed, guestMinimum, levelId, followsId, ...form }) => ({
      terms: {
        name: form.name,
        description: form.description,
        bring: form.bring,
        levelId: levelId || null,
        priceMinor: price,
        tiers: tiersOf([
          [form.tierName, form.tierPrice, form.tierUntil],
          [form.tierName2, form.tierPrice2, form.tierUntil2],
        ]),
        lateJoin: form.lateJoin,
        dropIns: form.dropIns,
        dropInMinor: dropIn ?? null,
        makeUpHours: form.makeUpHours ?? null,
        makeUpDays: form.makeUpDays,
        takesMakeUps: form.takesMakeUps,
        withdrawal: form.withdrawal,
        withdrawalRunning: form.withdrawalRunning,
        waitlistLimit: form.waitlistLimit,
        offerHours: form.offerHours,
        opensAt: form.opensAt ?? null,
        followsId: followsId || null,
        reEnrolUntil: form.reEnrolUntil ?? null,
        minimumAge: form.minimumAge ?? null,
        maximumAge: form.maximumAge ?? null,
        minimumPeople: form.minimumPeople ?? null,
        decideAt: form.decideAt ?? null,
        guestName: form.guestName,
        guestPercent: form.guestPercent,
        guestFixedMinor: guestFixed ?? 0,
        guestMinimumMinor: guestMinimum ?? 0,
      } satisfies CourseTerms,
    }))
}

function tiersOf(given: [string, number | undefined, string | undefined][]): Tier[] {
  return given.flatMap(([name, priceMinor, until]) =>
    priceMinor !== undefined && until ? [{ name: name || 'Early bird', priceMinor, until }] : [],
  )
}

/** `14 days: 100%` a line, or `14:100`; null for what is no such table. */
function readTable(value: string): { days: number; percent: number }[] | null {
  const rows: { days: number; percent: number }[] = []
  for (const line of value
    .split(/[\n,;]+/)
    .map((part) => part.trim())
    .filter(Boolean)) {
    const match = /^(\d{1,3})\s*(?:days?)?\s*[:=]\s*(\d{1,3})\s*%?$/i.exec(line)
    if (!match || Number(match[2]) > 100) return null
    rows.push({ days: Number(match[1]), percent: Number(match[2]) })
  }
  return rows.length > 8 ? null : rows.sort((a, b) => b.days - a.days)
}

/** What only a new course has: its dates, room, coach and places. */
export const newCourseDates = z.object({
  key: z
    .string({ error: 'Reload the page and try again' })
    .regex(idForm, { error: 'Reload the page and try again' }),
  disciplineId: chosen('a discipline'),
  roomId: chosen('a room'),
  coachId: chosen('a coach'),
  policyId: chosen('a policy'),
  capacity: whole('how many places there are', 1, 1_000),
  minutes: whole('how many minutes a session lasts', 5, 720),
  topics: z.string().max(3_000).default(''),
  draft: tick,
  /** Ticked: the mark of what was shown to be in the way. */
  anyway: z.string().max(2_000).optional(),
  ...dates,
})
