/**
 * What someone is planning: a change not yet published, a class without its coach, and days on
 * which it is closed.
 */
import { addMinutes, type Instant } from '#app/values/instant.ts'
import { addDays, type LocalDate } from '#app/values/zone.ts'
import type { People } from './build-people.ts'
import type { Occurrence } from './build-timetable.ts'
import type { Row } from './insert-rows.ts'
import { Chance } from './random.ts'
import type { StudioPlan } from './studio-plan.ts'

type Given = {
  plan: StudioPlan
  studioId: string
  people: People
  /** Those that nothing was done to. */
  occurrences: Occurrence[]
  today: LocalDate
  now: Instant
}

/** Rows by table, all dated from the day of seeding. */
export function buildPlanning({
  plan,
  studioId,
  people,
  occurrences,
  today,
  now,
}: Given): Record<string, Row[]> {
  const chance = new Chance(`planning ${plan.studio.slug} ${today}`)
  const hour = 60
  const [desk, coach] = ['manager@', 'coach@'].map((login) =>
    people.staff.find(({ email }) => email.startsWith(login)),
  )
  const ahead = occurrences.filter(
    ({ startsAt, substitutedCoachId }) =>
      substitutedCoachId === null && startsAt > addMinutes(now, 48 * hour),
  )
  const later = ahead.find(({ localStart }) => localStart.slice(0, 10) >= addDays(today, 6))
  const needed = ahead.find(({ id, coachId }) => id !== later?.id && coachId !== coach?.id)
  const by = { created_by: desk?.userId ?? '', created_by_name: desk?.name ?? '' }
  const requestId = chance.id()
  return {
    planned_changes: later
      ? [
          {
            id: chance.id(),
            studio_id: studioId,
            occurrence_id: later.id,
            action: 'change',
            local_start: later.localStart,
            minutes: later.type.minutes,
            room_id: later.type.roomId,
            coach_id: later.coachId,
            capacity: Math.max(1, later.type.places - 2),
            reason: '',
            sequence: 0,
            ...by,
            created_at: addMinutes(now, -3 * hour),
          },
        ]
      : [],
    sub_requests: needed
      ? [
          {
            id: requestId,
            studio_id: studioId,
            occurrence_id: needed.id,
            coach_id: needed.coachId,
            reason: 'Away for a course',
            state: 'offered',
            claims_stand: 0,
            pay_minor: null,
            currency: '',
            created_by: by.created_by,
            created_at: addMinutes(now, -20 * hour),
          },
        ]
      : [],
    sub_offers:
      needed && coach
        ? [
            {
              studio_id: studioId,
              request_id: requestId,
              coach_id: coach.id,
              state: 'offered',
              offered_at: addMinutes(now, -19 * hour),
            },
          ]
        : [],
    closures: [
      {
        id: chance.id(),
        studio_id: studioId,
        location_id: null,
        name: 'Floor works',
        from_date: addDays(today, 70),
        until_date: addDays(today, 73),
        message: 'The floor is being sanded.',
        extends_packs: 1,
        state: 'applied',
        ...by,
        created_at: addMinutes(now, -72 * hour),
        applied_at: addMinutes(now, -72 * hour),
      },
    ],
  }
}
