import { sql } from 'drizzle-orm'
import { stateWords } from '#app/domain/bookings/roster/booking-at-desk-words.ts'
import { addDays } from '#app/values/zone.ts'
import type { Dataset, TraitColumn } from '../dataset.ts'

const kindWords = {
  class: 'Class',
  course: 'Course',
  workshop: 'Workshop',
  appointment: 'Appointment',
} as const

/** Traits of what takes place; both datasets have `type`, `room`, `place`, `discipline`, `coach`. */
const classTraits: readonly TraitColumn[] = [
  {
    ...{ id: 'class', name: 'Class type', kind: 'text', group: true },
    about: 'What was taught, by the name it has now.',
    sql: sql`type.name`,
  },
  {
    ...{ id: 'kind', name: 'Kind', kind: 'text', group: true, words: kindWords },
    about: 'Class, session of a course or workshop, appointment.',
    sql: sql`fact.kind`,
  },
  {
    ...{ id: 'discipline', name: 'Discipline', kind: 'text', group: true },
    about: 'The discipline of the class type.',
    sql: sql`coalesce(discipline.name, '')`,
  },
  {
    ...{ id: 'coach', name: 'Coach', kind: 'text', group: true },
    about: 'Who taught it: the substitute where one did.',
    sql: sql`coalesce(coach.name, '')`,
  },
  {
    ...{ id: 'room', name: 'Room', kind: 'text', group: true },
    about: 'Where it was.',
    sql: sql`coalesce(room.name, '')`,
  },
  {
    ...{ id: 'location', name: 'Location', kind: 'text', group: true },
    about: 'The location of the room.',
    sql: sql`coalesce(place.name, '')`,
  },
]

const joined = sql`
  JOIN class_types AS type ON type.id = fact.class_type_id
  LEFT JOIN disciplines AS discipline ON discipline.id = type.discipline_id
  LEFT JOIN people AS coach ON coach.id = fact.coach_id
  LEFT JOIN rooms AS room ON room.id = fact.room_id
  LEFT JOIN locations AS place ON place.id = room.location_id`

/** Visits behind a number of `classes`: the same rows, one by one. */
const visits = (where: Record<string, string>) => ({ dataset: 'visits', where })

export const classes: Dataset = {
  ...{ id: 'classes', name: 'Attendance', grain: 'a class that took place' },
  basis: 'Money has tax in it.',
  ...{ snapshot: true, day: 'the day of the class' },
  from: ({ studio }, { from, until }) => sql`
    FROM class_facts AS fact ${joined}
    WHERE fact.studio_id = ${studio.id} AND fact.day BETWEEN ${from} AND ${until}`,
  order: sql`fact.day, fact.occurrence_id`,
  traits: [
    {
      ...{ id: 'day', name: 'Day', kind: 'day', group: true },
      about: 'The day of the class in the studio’s zone.',
      sql: sql`fact.day`,
      opens: { link: 'class', ref: sql`fact.occurrence_id` },
    },
    {
      ...{ id: 'month', name: 'Month', kind: 'month', group: true },
      about: 'The month of the class.',
      sql: sql`substr(fact.day, 1, 7)`,
    },
    {
      ...{ id: 'weekday', name: 'Weekday', kind: 'weekday', group: true },
      about: 'The day of the week.',
      sql: sql`fact.weekday`,
    },
    {
      ...{ id: 'hour', name: 'Hour', kind: 'hour', group: true },
      about: 'The hour it starts in.',
      sql: sql`fact.hour`,
    },
    ...classTraits,
  ],
  measures: [
    {
      ...{ id: 'classes', name: 'Classes', kind: 'number', sql: sql`1` },
      about: 'Classes, sessions and appointments that took place.',
    },
    {
      ...{ id: 'places', name: 'Places', kind: 'number', sql: sql`fact.places` },
      about: 'Places there were.',
    },
    {
      ...{ id: 'booked', name: 'Booked', kind: 'number', sql: sql`fact.booked` },
      about: 'Places held at the start, whether people came or not.',
      counts: visits({ held: '1' }),
    },
    {
      ...{ id: 'filled', name: 'Filled', kind: 'share' },
      about: 'Places held at the start, of those there were.',
      formula: 'Booked ÷ places',
      sql: sql`100.0 * fact.booked / nullif(fact.places, 0)`,
      total: sql`100.0 * sum(fact.booked) / nullif(sum(fact.places), 0)`,
    },
    {
      ...{ id: 'came', name: 'Came', kind: 'number', sql: sql`fact.came` },
      about: 'People who checked in or were marked as there. No-shows are not.',
      counts: visits({ came: '1' }),
    },
    {
      ...{ id: 'no_shows', name: 'No-shows', kind: 'number', sql: sql`fact.no_shows` },
      about: 'People who held a place and did not come.',
      counts: visits({ state: 'no_show' }),
    },
    {
      ...{ id: 'no_show_rate', name: 'No-show rate', kind: 'rate' },
      about: 'No-shows, of the places held at the start.',
      formula: 'No-shows ÷ booked',
      sql: sql`100.0 * fact.no_shows / nullif(fact.booked, 0)`,
      total: sql`100.0 * sum(fact.no_shows) / nullif(sum(fact.booked), 0)`,
    },
    {
      ...{ id: 'late', name: 'Late cancels', kind: 'number', sql: sql`fact.late_cancels` },
      about: 'Places given up after free cancellation had ended.',
      counts: visits({ state: 'late_cancelled' }),
    },
    {
      ...{ id: 'turned_away', name: 'Turned away', kind: 'number', sql: sql`fact.turned_away` },
      about: 'People still on the waitlist when the class began.',
      counts: visits({ state: 'not_promoted' }),
    },
    {
      ...{ id: 'first_visits', name: 'First visits', kind: 'number', sql: sql`fact.first_visits` },
      about: 'People who had never come before.',
    },
    {
      ...{ id: 'free', name: 'Free places', kind: 'number', sql: sql`fact.free_booked` },
      about: 'Places held that no membership, pack, course or charge pays for.',
    },
    {
      ...{ id: 'earned', name: 'Earned', kind: 'money', sql: sql`fact.earned_minor` },
      about:
        'Credits used, drop-ins, and for each visit of a member their part of what the membership came to that month.',
    },
    {
      ...{ id: 'per_visit', name: 'Earned a visit', kind: 'money' },
      about: 'What a visit earned on average.',
      formula: 'Earned ÷ came',
      sql: sql`CAST(round(1.0 * fact.earned_minor / nullif(fact.came, 0)) AS INTEGER)`,
      total: sql`CAST(round(1.0 * sum(fact.earned_minor) / nullif(sum(fact.came), 0)) AS INTEGER)`,
    },
    {
      ...{ id: 'hours', name: 'Hours', kind: 'hours', sql: sql`fact.minutes / 60.0` },
      about: 'Hours taught, or hours a room was used.',
    },
  ],
}

export const visitRows: Dataset = {
  ...{ id: 'visits', name: 'Visits', grain: 'a booking, whatever became of it' },
  ...{ basis: '', snapshot: false, day: 'the day of the class' },
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
      ...{ id: 'person', name: 'Person', kind: 'text', group: true },
      about: 'Who booked.',
      sql: sql`person.name`,
      opens: { link: 'person', ref: sql`b.person_id` },
    },
    {
      ...{ id: 'day', name: 'Day', kind: 'day', group: true },
      about: 'The day of the class in the studio’s zone.',
      sql: sql`substr(fact.local_start, 1, 10)`,
      opens: { link: 'class', ref: sql`fact.id` },
    },
    {
      ...{ id: 'month', name: 'Month', kind: 'month', group: true },
      about: 'The month of the class.',
      sql: sql`substr(fact.local_start, 1, 7)`,
    },
    {
      ...{ id: 'weekday', name: 'Weekday', kind: 'weekday', group: true },
      about: 'The day of the week.',
      sql: sql`(CAST(strftime('%w', substr(fact.local_start, 1, 10)) AS INTEGER) + 6) % 7 + 1`,
    },
    {
      ...{ id: 'hour', name: 'Hour', kind: 'hour', group: true },
      about: 'The hour the class starts in.',
      sql: sql`CAST(substr(fact.local_start, 12, 2) AS INTEGER)`,
    },
    ...classTraits,
    {
      ...{ id: 'state', name: 'What became of it', kind: 'text', group: true, words: stateWords },
      about: 'Booked, was there, cancelled and so on, as it is now.',
      sql: sql`b.state`,
    },
    {
      ...{ id: 'held', name: 'Held at the start', kind: 'text', group: true },
      words: { '1': 'Yes', '0': 'No' },
      about: 'Whether a place was kept until the class began.',
      sql: sql`(b.state IN ('booked','checked_in','attended','no_show'))`,
    },
    {
      ...{ id: 'came', name: 'Came', kind: 'text', group: true, words: { '1': 'Yes', '0': 'No' } },
      about: 'Whether they were there.',
      sql: sql`(b.state IN ('checked_in','attended'))`,
    },
    {
      ...{ id: 'paid_by', name: 'Paid by', kind: 'text', group: true },
      about: 'What pays for the place.',
      words: {
        ...{ membership: 'Membership', pack: 'Pack', course: 'Course', make_up: 'Make-up' },
        single: 'By itself, or nothing',
      },
      sql: sql`CASE WHEN b.membership_id IS NOT NULL THEN 'membership'
        WHEN b.lot_id IS NOT NULL THEN 'pack' WHEN b.enrolment_id IS NOT NULL THEN 'course'
        WHEN b.make_up_id IS NOT NULL THEN 'make_up' ELSE 'single' END`,
    },
  ],
  measures: [
    {
      ...{ id: 'bookings', name: 'Bookings', kind: 'number', sql: sql`1` },
      about: 'Bookings and places on the waitlist.',
    },
    {
      ...{ id: 'people', name: 'People', kind: 'number', sql: null },
      about: 'Different people among them.',
      total: sql`count(DISTINCT b.person_id)`,
    },
    {
      ...{ id: 'visits', name: 'Visits', kind: 'number' },
      about: 'Of them, those who were there.',
      sql: sql`(b.state IN ('checked_in','attended'))`,
    },
  ],
}
