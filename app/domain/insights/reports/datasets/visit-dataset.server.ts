import { sql } from 'drizzle-orm'
import { stateWords } from '#app/domain/bookings/roster/booking-at-desk-words.ts'
import { addDays } from '#app/values/zone.ts'
import type { Dataset } from '../dataset.ts'
import { classTraits, joined } from './class-traits.server.ts'

export const visitRows: Dataset = {
  id: 'visits',
  name: 'Visits',
  grain: 'a booking, whatever became of it',
  basis: '',
  snapshot: false,
  day: 'the day of the class',
  from: ({ studio }, { from, until }) => sql`
    FROM occurrences AS fact
    CROSS JOIN bookings AS b ON b.studio_id = fact.studio_id AND b.occurrence_id = fact.id
    ${joined} JOIN people AS person ON person.id = b.person_id
    WHERE fact.studio_id = ${studio.id} AND fact.local_start >= ${from}
      AND fact.local_start < ${addDays(until, 1)} AND fact.kind <> 'event'
      AND fact.state IN ('scheduled','reconciled')`,
  order: sql`fact.local_start, fact.id, b.seq`,
  traits: [
    {
      id: 'person',
      name: 'Person',
      kind: 'text',
      group: true,
      about: 'Who booked.',
      sql: sql`person.name`,
      opens: { link: 'person', ref: sql`b.person_id` },
    },
    {
      id: 'day',
      name: 'Day',
      kind: 'day',
      group: true,
      about: 'The day of the class in the studio’s zone.',
      sql: sql`substr(fact.local_start, 1, 10)`,
      opens: { link: 'class', ref: sql`fact.id` },
    },
    {
      id: 'month',
      name: 'Month',
      kind: 'month',
      group: true,
      about: 'The month of the class.',
      sql: sql`substr(fact.local_start, 1, 7)`,
    },
    {
      id: 'weekday',
      name: 'Weekday',
      kind: 'weekday',
      group: true,
      about: 'The day of the week.',
      sql: sql`(CAST(strftime('%w', substr(fact.local_start, 1, 10)) AS INTEGER) + 6) % 7 + 1`,
    },
    {
      id: 'hour',
      name: 'Hour',
      kind: 'hour',
      group: true,
      about: 'The hour the class starts in.',
      sql: sql`CAST(substr(fact.local_start, 12, 2) AS INTEGER)`,
    },
    ...classTraits,
    {
      id: 'state',
      name: 'What became of it',
      kind: 'text',
      group: true,
      words: stateWords,
      about: 'Booked, was there, cancelled and so on, as it is now.',
      sql: sql`b.state`,
    },
    {
      id: 'held',
      name: 'Held at the start',
      kind: 'text',
      group: true,
      words: { '1': 'Yes', '0': 'No' },
      about: 'Whether a place was kept until the class began.',
      sql: sql`(b.state IN ('booked','checked_in','attended','no_show'))`,
    },
    {
      id: 'came',
      name: 'Came',
      kind: 'text',
      group: true,
      words: { '1': 'Yes', '0': 'No' },
      about: 'Whether they were there.',
      sql: sql`(b.state IN ('checked_in','attended'))`,
    },
    {
      id: 'paid_by',
      name: 'Paid by',
      kind: 'text',
      group: true,
      about: 'What pays for the place.',
      words: {
        membership: 'Membership',
        pack: 'Pack',
        course: 'Course',
        make_up: 'Make-up',
        single: 'By itself, or nothing',
      },
      sql: sql`CASE WHEN b.membership_id IS NOT NULL THEN 'membership'
        WHEN b.lot_id IS NOT NULL THEN 'pack' WHEN b.enrolment_id IS NOT NULL THEN 'course'
        WHEN b.make_up_id IS NOT NULL THEN 'make_up' ELSE 'single' END`,
    },
  ],
  measures: [
    {
      id: 'bookings',
      name: 'Bookings',
      kind: 'number',
      sql: sql`1`,
      about: 'Bookings and places on the waitlist.',
    },
    {
      id: 'people',
      name: 'People',
      kind: 'number',
      sql: null,
      about: 'Different people among them.',
      total: sql`count(DISTINCT b.person_id)`,
    },
    {
      id: 'visits',
      name: 'Visits',
      kind: 'number',
      about: 'Of them, those who were there.',
      sql: sql`(b.state IN ('checked_in','attended'))`,
    },
  ],
}
