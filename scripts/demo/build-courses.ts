/**
 * Courses and workshops as rows: a running one, one to come with tiers, one that is full, with who
 * is in them.
 */
import { occurrenceTimes } from '#app/domain/calendar/occurrence-times.ts'
import { addMinutes, type Instant } from '#app/values/instant.ts'
import { addDays, instantOf, type LocalDate, mondayOf } from '#app/values/zone.ts'
import type { People, Person } from './build-people.ts'
import { openedAt, type Setting } from './build-setting.ts'
import { type CoursePlan, coursePlans } from './course-plans.ts'
import type { Row } from './insert-rows.ts'
import type { Chance } from './random.ts'
import type { StudioPlan } from './studio-plan.ts'

export type CourseRows = Record<
  | 'class_types'
  | 'courses'
  | 'course_tiers'
  | 'occurrences'
  | 'enrolments'
  | 'bookings'
  | 'open_items',
  Row[]
>

type World = {
  plan: StudioPlan
  setting: Setting
  people: People
  now: Instant
  today: LocalDate
  coachOf: (firstName: string) => string
  chance: Chance
}

/** Two hours after its end a session is settled. */
const settles = 120

export function buildCourses(world: World): CourseRows {
  const rows: CourseRows = {
    class_types: [],
    courses: [],
    course_tiers: [],
    occurrences: [],
    enrolments: [],
    bookings: [],
    open_items: [],
  }
  const crowd = world.chance.shuffled(world.people.crowd)
  for (const course of coursePlans[world.plan.studio.slug] ?? [])
    addCourse(rows, course, crowd, world)
  return rows
}

function addCourse(rows: CourseRows, course: CoursePlan, crowd: Person[], world: World): void {
  const { plan, setting, people, now, today, coachOf, chance } = world
  const { timeZone, currency } = plan.studio
  const studio_id = setting.studioId
  const type = [...setting.classTypes.values()].find(({ room }) => room === course.room)!
  const rules = [...setting.classTypes.values()].find(
    ({ rules: { name } }) => name === 'Classes',
  )!.rules
  const ladder = setting.ladders.get(course.discipline)!
  const sign = [...setting.classTypes.values()].find(
    ({ discipline, sign }) => discipline === course.discipline && sign,
  )?.sign
  const [id, typeId] = [chance.id(), chance.id()]
  const sunday = addDays(mondayOf(today), 6 + course.fromWeek * 7)
  const starts = course.topics.map((_, i) => `${addDays(sunday, i * 7)}T${course.time}`)
  rows.class_types.push({
    id: typeId,
    studio_id,
    name: course.name,
    short_name: course.shortName,
    cover: '',
    discipline_id: ladder.id,
    description: course.description,
    minimum_level_id: null,
    minutes: course.minutes,
    drop_in_minor: course.dropIns
      ? Math.round(course.priceMinor / starts.length / 100) * 100 + 300
      : null,
    icon: sign ? `i-linear-${sign.icon}` : '',
    colour: sign ? `var(--${sign.colour})` : '',
    kind: course.kind,
  })
  rows.courses.push({
    id,
    studio_id,
    kind: course.kind,
    class_type_id: typeId,
    room_id: type.roomId,
    coach_id: coachOf(course.coach),
    policy_id: rules.id,
    state: 'open',
    capacity: course.places,
    sessions: starts.length,
    first_start: starts[0]!,
    last_start: starts.at(-1)!,
    rrule: starts.length > 1 ? `FREQ=WEEKLY;BYDAY=SU;COUNT=${starts.length}` : '',
    price_minor: course.priceMinor,
    bring: course.bring,
    late_join: course.lateJoin,
    drop_ins: course.dropIns ? 1 : 0,
    make_up_hours: course.makeUpHours,
    withdrawal: course.withdrawal,
    minimum_people: course.minimumPeople ?? null,
    decide_at: course.minimumPeople ? instantOf(`${addDays(sunday, -5)}T12:00`, timeZone) : null,
    guest_name: course.guest?.name ?? '',
    guest_percent: course.guest?.percent ?? 0,
    created_at: openedAt,
  })
  if (course.tier) {
    rows.course_tiers.push({
      id: chance.id(),
      studio_id,
      course_id: id,
      name: course.tier.name,
      price_minor: course.tier.priceMinor,
      until: instantOf(`${addDays(today, course.tier.days)}T23:59`, timeZone),
    })
  }
  const sessions = starts.map((localStart, i) => {
    const cancelMinutes =
      course.makeUpHours === null ? rules.cancelMinutes : course.makeUpHours * 60
    const times = occurrenceTimes({
      localStart,
      minutes: course.minutes,
      timeZone,
      policy: { ...rules, cancelMinutes },
    })
    const row = {
      id: chance.id(),
      studio_id,
      series_id: id,
      recurrence_key: localStart,
      class_type_id: typeId,
      room_id: type.roomId,
      coach_id: coachOf(course.coach),
      substituted_coach_id: null,
      policy_id: rules.id,
      starts_at: times.startsAt,
      ends_at: times.endsAt,
      time_zone: timeZone,
      local_start: times.localStart,
      capacity: course.places,
      cutoff_at: times.cutoffAt,
      opens_at: '1970-01-01T00:00:00Z',
      closes_at: times.closesAt,
      waitlist_closes_at: times.waitlistClosesAt,
      waitlist_limit: 0,
      state: addMinutes(times.endsAt, settles) <= now ? 'reconciled' : 'scheduled',
      cancel_reason: '',
      cancelled_at: null,
      sequence: 0,
      kind: course.kind,
      topic: course.topics[i]!,
    }
    rows.occurrences.push(row)
    return row
  })

  const price = course.tier?.priceMinor ?? course.priceMinor
  const began = sessions[0]!.starts_at
  const enrolled = [...crowd.splice(0, course.enrolled), ...(course.mo ? [people.mo] : [])]
  const joined = (i: number) => {
    const before = addMinutes(began < now ? began : now, -(20 - i) * 24 * 60 - 60)
    return before
  }
  enrolled.forEach((person, i) => {
    const enrolmentId = chance.id()
    const createdAt = joined(i)
    const working = `${starts.length} sessions`
    rows.enrolments.push(
      enrolment(
        { id: enrolmentId, studio_id, course_id: id, person_id: person.id, state: 'enrolled' },
        createdAt,
        {
          price,
          sessions: starts.length,
          working,
        },
      ),
    )
    // The last to join has yet to pay.
    const open = i === course.enrolled - 1
    rows.open_items.push({
      id: chance.id(),
      studio_id,
      person_id: person.id,
      kind: course.kind,
      subject_id: enrolmentId,
      amount_minor: price,
      currency,
      working: `${course.name}: ${working}`,
      state: open ? 'open' : 'settled',
      dedupe_key: `enrolment:${enrolmentId}`,
      created_at: createdAt,
      settled_at: open ? null : createdAt,
    })
    for (const [n, session] of sessions.entries()) {
      const settled = session.state === 'reconciled'
      const outcome = (i + n) % 5 === 4 ? 'no_show' : 'attended'
      rows.bookings.push({
        id: chance.id(),
        studio_id,
        occurrence_id: session.id,
        person_id: person.id,
        state: settled ? outcome : 'booked',
        lot_id: null,
        membership_id: null,
        policy_id: rules.id,
        created_at: createdAt,
        promoted_at: null,
        decline_until: null,
        ended_at: null,
        ended_by: null,
        enrolment_id: enrolmentId,
      })
    }
  })
  const waiting = [...crowd.splice(0, course.waiting), ...(course.anaWaits ? [people.ana] : [])]
  waiting.forEach((person, i) => {
    const of = {
      id: chance.id(),
      studio_id,
      course_id: id,
      person_id: person.id,
      state: 'waitlisted',
    }
    rows.enrolments.push(enrolment(of, addMinutes(now, -(waiting.length - i) * 24 * 60), null))
  })
}

function enrolment(
  of: Row,
  createdAt: Instant,
  paid: { price: number; sessions: number; working: string } | null,
): Row {
  return {
    ...of,
    enrolled_at: paid ? createdAt : null,
    price_minor: paid?.price ?? 0,
    sessions: paid?.sessions ?? 0,
    working: paid?.working ?? '',
    created_at: createdAt,
  }
}

/**
 * The world's rows with those of its courses: the same columns in each, and bookings in the order
 * of time.
 */
export function withCourses(
  rows: Record<string, Row[]>,
  courses: CourseRows,
): Record<string, Row[]> {
  const all = (table: keyof CourseRows, more: Row) => [
    ...(rows[table] ?? []).map((row) => ({ ...row, ...more })),
    ...courses[table],
  ]
  return {
    ...rows,
    ...courses,
    class_types: all('class_types', { kind: 'class' }),
    occurrences: all('occurrences', { kind: 'class', topic: '' }),
    bookings: all('bookings', { enrolment_id: null }).sort((a, b) =>
      String(a.created_at).localeCompare(String(b.created_at)),
    ),
  }
}
