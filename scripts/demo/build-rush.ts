/**
 * A large studio for measuring (contract 8): many members, years of full classes, one empty class
 * tomorrow at noon.
 */
import { occurrenceTimes } from '#app/domain/calendar/occurrence-times.ts'
import { addMinutes, type Instant } from '#app/values/instant.ts'
import { addDays, instantOf, type LocalDate, localDate } from '#app/values/zone.ts'
import { type Account, accountRows, type Place } from './build-accounts.ts'
import { buildSetting, type Setting, studioRow } from './build-setting.ts'
import { type Occurrence, occurrenceRow } from './build-timetable.ts'
import type { Row } from './insert-rows.ts'
import { northside } from './northside.ts'
import { Chance } from './random.ts'
import { southside } from './southside.ts'
import type { StudioPlan } from './studio-plan.ts'

export type RushSize = { slug: string; members: number; bookings: number }

/** Local starts of a day in the past; those that go on make a week of 35 classes. */
const pastTimes = [
  '06:00',
  '07:00',
  '08:00',
  '09:00',
  '10:00',
  '12:00',
  '13:00',
  '16:00',
  '17:00',
  '18:00',
  '19:00',
  '20:00',
]
const goingOn = ['07:00', '09:00', '12:00', '17:00', '19:00']
const daysAhead = 14

export type Rush = {
  studioId: string
  directory: Record<string, Row[]>
  shard: Record<string, Row[]>
  studio: Row
}

export function buildRush(
  { slug, members, bookings }: RushSize,
  now: Instant,
  passwordHash: string,
): Rush {
  const chance = new Chance(`${slug} studio`)
  const plan = rushPlan(slug)
  const { timeZone } = plan.studio
  const today = localDate(now, timeZone)
  const studioId = chance.id()
  const setting = buildSetting(plan, studioId, chance)
  const coachId = chance.id()
  const classes = pastClasses(bookings, today, chance)
  const since = addDays(classes[0]?.date ?? today, -7)
  const at = instantOf(`${since}T10:00`, timeZone)

  const people = memberRows(
    members,
    { slug, studioId, since, at, planId: setting.plans.unlimited },
    chance,
  )
  const { series, idOf } = seriesRows(
    setting,
    { studioId, coachId, since, today, timeZone, at },
    chance,
  )
  const past: Occurrence[] = []
  const booked: Row[] = []
  for (const { date, time, places } of classes) {
    const occurrence = makeOccurrence(
      setting,
      { date, time, places, timeZone, seriesId: idOf(time), coachId },
      chance,
    )
    occurrence.state = 'reconciled'
    // Neighbours on the list never meet themselves: a step through the members that repeats only
    // after all of them.
    for (let i = 0; i < places; i += 1) {
      const person = people.memberships[booked.length % members]!
      booked.push(attended(occurrence, person, studioId, chance))
    }
    past.push(occurrence)
  }
  const ahead = Array.from({ length: daysAhead + 1 }, (_, i) => addDays(today, i)).flatMap((date) =>
    goingOn.map((time) =>
      makeOccurrence(
        setting,
        { date, time, places: 12, timeZone, seriesId: idOf(time), coachId },
        chance,
      ),
    ),
  )
  return {
    studioId,
    studio: studioRow(plan, studioId),
    directory: accountRows(people.accounts, people.places, { passwordHash, createdAt: at }),
    shard: {
      ...setting.rows,
      people: [...people.people, coachRow(coachId, studioId, since, at)],
      memberships: people.memberships,
      series,
      occurrences: [...past, ...ahead].map((occurrence) =>
        occurrenceRow(occurrence, studioId, timeZone),
      ),
      bookings: booked,
    },
  }
}

/**
 * Northside's rooms and rules under another name, with one kind of class that anyone may book at
 * any time.
 */
function rushPlan(slug: string): StudioPlan {
  const name = `${slug[0]!.toUpperCase()}${slug.slice(1)}`
  return {
    ...northside,
    studio: {
      ...northside.studio,
      slug,
      name,
      legalName: `${name} Ltd`,
      address: '1 Noon Street, Leeds',
      hue: 25,
    },
    rooms: [{ name: 'Hall', capacity: 20 }],
    second: undefined,
    classTypes: [
      {
        name: 'Circuit',
        shortName: 'Circuit',
        discipline: 'Yoga',
        room: 'Hall',
        minutes: 50,
        demand: 1,
        dropInMinor: 1000,
        description: 'Twelve stations, fifty minutes.',
      },
    ],
  }
}

/** Classes of 12 to 20 places, oldest first, whose places add up to `bookings`. */
function pastClasses(bookings: number, today: LocalDate, chance: Chance) {
  const newestFirst: { date: LocalDate; time: string; places: number }[] = []
  for (let left = bookings, i = 0; left > 0; i += 1) {
    const places = Math.min(left, chance.between(12, 20))
    const date = addDays(today, -1 - Math.floor(i / pastTimes.length))
    newestFirst.push({
      date,
      time: pastTimes[pastTimes.length - 1 - (i % pastTimes.length)]!,
      places,
    })
    left -= places
  }
  return newestFirst.reverse()
}

function memberRows(
  members: number,
  {
    slug,
    studioId,
    since,
    at,
    planId,
  }: { slug: string; studioId: string; since: LocalDate; at: Instant; planId: string },
  chance: Chance,
) {
  const names = [...northside.members, ...southside.members].map((name) => name.split(' '))
  const accounts: Account[] = []
  const places: Place[] = []
  const people: Row[] = []
  const memberships: Row[] = []
  for (let i = 1; i <= members; i += 1) {
    const name = `${names[i % names.length]![0]} ${names[(i * 7) % names.length]!.at(-1)}`
    const account = {
      userId: chance.uuid(),
      name,
      email: `m${i}@${slug}.test`,
      timeZone: 'Europe/London',
    }
    const personId = chance.id()
    accounts.push(account)
    places.push({ userId: account.userId, studioId, personId, role: 'member' })
    people.push(
      personRow(
        { id: personId, userId: account.userId, name, email: account.email, staff: 0 },
        studioId,
        since,
        at,
      ),
    )
    memberships.push({
      id: chance.id(),
      studio_id: studioId,
      person_id: personId,
      plan_id: planId,
      state: 'active',
      starts_on: since,
      purchased_at: at,
    })
  }
  return { accounts, places, people, memberships }
}

function personRow(
  person: { id: string; userId: string | null; name: string; email: string; staff: 0 | 1 },
  studioId: string,
  joinedOn: LocalDate,
  at: Instant,
): Row {
  const { id, userId, name, email, staff } = person
  return {
    id,
    studio_id: studioId,
    user_id: userId,
    name,
    email,
    is_staff: staff,
    joined_on: joinedOn,
    created_at: at,
  }
}

function coachRow(id: string, studioId: string, since: LocalDate, at: Instant): Row {
  return personRow(
    { id, userId: null, name: 'Sam Rivers', email: 'sam.rivers@example.test', staff: 1 },
    studioId,
    since,
    at,
  )
}

function seriesRows(
  { classTypes }: Setting,
  about: {
    studioId: string
    coachId: string
    since: LocalDate
    today: LocalDate
    timeZone: string
    at: Instant
  },
  chance: Chance,
) {
  const type = classTypes.get('Circuit')!
  const ids = new Map(pastTimes.map((time) => [time, chance.id()]))
  const series = pastTimes.map((time) => ({
    id: ids.get(time)!,
    studio_id: about.studioId,
    class_type_id: type.id,
    room_id: type.roomId,
    coach_id: about.coachId,
    policy_id: type.rules.id,
    first_start: `${about.since}T${time}`,
    time_zone: about.timeZone,
    rrule: 'FREQ=DAILY',
    minutes: type.minutes,
    capacity: 12,
    expanded_until: addDays(about.today, goingOn.includes(time) ? daysAhead : -1),
    ended_at: goingOn.includes(time) ? null : instantOf(`${about.today}T00:00`, about.timeZone),
    created_at: about.at,
  }))
  return { series, idOf: (time: string) => ids.get(time)! }
}

function makeOccurrence(
  { classTypes }: Setting,
  slot: {
    date: LocalDate
    time: string
    places: number
    timeZone: string
    seriesId: string
    coachId: string
  },
  chance: Chance,
): Occurrence {
  const circuit = classTypes.get('Circuit')!
  const localStart = `${slot.date}T${slot.time}`
  return {
    id: chance.id(),
    seriesId: slot.seriesId,
    recurrenceKey: localStart,
    type: { ...circuit, places: slot.places },
    coachId: slot.coachId,
    substitutedCoachId: null,
    state: 'scheduled',
    ...occurrenceTimes({
      localStart,
      minutes: circuit.minutes,
      timeZone: slot.timeZone,
      policy: circuit.rules,
    }),
  }
}

function attended(occurrence: Occurrence, membership: Row, studioId: string, chance: Chance): Row {
  return {
    id: chance.id(),
    studio_id: studioId,
    occurrence_id: occurrence.id,
    person_id: membership.person_id!,
    state: 'attended',
    membership_id: membership.id!,
    policy_id: occurrence.type.rules.id,
    // The order of joining is the order of the rows.
    created_at: addMinutes(occurrence.startsAt, -2_880),
  }
}
