/** The demo world of contract 3: two studios on different shards, told as rows. */
import { addMinutes, type Instant, instantToMs } from '#app/values/instant.ts'
import { localDate } from '#app/values/zone.ts'
import { type Account, accountRows, type Place } from './build-accounts.ts'
import { buildAppointments, withRows } from './build-appointments.ts'
import { buildCourses, withCourses } from './build-courses.ts'
import { buildEvents } from './build-events.ts'
import { buildExercises } from './build-exercises.ts'
import { buildPeople, type People } from './build-people.ts'
import { buildPlanning } from './build-planning.ts'
import { buildSetting, openedAt, studioRow } from './build-setting.ts'
import { withAvailability } from './build-standing.ts'
import { buildTimetable, type Occurrence, occurrenceRow } from './build-timetable.ts'
import { historyRows } from './history-rows.ts'
import type { Row } from './insert-rows.ts'
import { northside } from './northside.ts'
import { Player } from './play-bookings.ts'
import { Chance } from './random.ts'
import { southside } from './southside.ts'
import type { StudioPlan } from './studio-plan.ts'
import { type Scenes, wantBookings } from './want-bookings.ts'

/** All demo accounts have this password. */
export const demoPassword = 'studio-demo-1'

/** The demo accounts by name, as `npm start` prints them. */
export const demoLogins = northside.accounts.map(({ login }) => login)

export type World = {
  directory: Record<string, Row[]>
  shards: Record<number, Record<string, Row[]>>
}

/** Rows for one day of seeding; the same for the same `now`. */
export function buildWorld(now: Instant, passwordHash: string): World {
  const chance = new Chance('Mo')
  const mo: Account = {
    userId: chance.uuid(),
    name: 'Mo Hassan',
    email: 'mo@example.test',
    timeZone: 'Europe/London',
  }
  const studios = [northside, southside].map((plan) => buildStudio(plan, now, mo))
  const accounts = [...studios.flatMap((studio) => studio.accounts), mo]
  const places = studios.flatMap((studio) => studio.places)
  return {
    directory: {
      studios: studios.map((studio) => studio.row),
      ...accountRows(accounts, places, { passwordHash, createdAt: openedAt }),
      invitations: [invitationRow(studios[0]!, now, chance)],
    },
    shards: Object.fromEntries(studios.map(({ shard, rows }) => [shard, rows])),
  }
}

function buildStudio(plan: StudioPlan, now: Instant, mo: Account) {
  const { timeZone, shard } = plan.studio
  const today = localDate(now, timeZone)
  const chance = new Chance(`${plan.studio.slug} ${today}`)
  const studioId = chance.id()
  const setting = buildSetting(plan, studioId, chance)
  const people = buildPeople(plan, setting, today, mo, chance)
  const coachOf = (firstName: string) =>
    people.staff.find(({ name }) => name.startsWith(`${firstName} `))!.id
  const { occurrences, series } = buildTimetable(plan, setting, today, coachOf, chance)

  const coach = people.staff.find(({ email }) => email.startsWith('coach@'))!
  const { wishes, scenes } = wantBookings(
    { plan, people, occurrences, now, today, chance },
    coach.id,
  )
  substitute(scenes, occurrences, people, plan)
  const desk = people.staff.find(({ email }) => email.startsWith('frontdesk@'))!
  const player = new Player(now, timeZone, desk.userId!, chance)
  player.scheduleStudioCancel(scenes.cancelled, plan.cancelReason, addMinutes(now, -20 * 60))
  const { ana, ben, cleo } = people
  const history = player.play([...people.crowd, ana, ben, cleo, people.mo], occurrences, wishes)

  const roles = new Map(
    plan.accounts.map(({ login, role }) => [`${login}@${plan.studio.slug}.test`, role]),
  )
  const holders = [...people.staff, ana, ben, cleo, people.mo].filter(({ userId }) => userId)
  return {
    row: studioRow(plan, studioId),
    shard,
    accounts: holders
      .filter(({ userId }) => userId !== mo.userId)
      .map(({ userId, name, email }): Account => ({ userId: userId!, name, email, timeZone })),
    places: holders.map(
      ({ userId, id, email }): Place => ({
        userId: userId!,
        studioId,
        personId: id,
        role: roles.get(email) ?? 'member',
      }),
    ),
    rows: withEvents(
      withAvailability(
        withRows(
          withCourses(
            {
              ...setting.rows,
              ...people.rows,
              ...buildExercises(plan.studio.slug, setting),
              series,
              occurrences: occurrences.map((occurrence) =>
                occurrenceRow(occurrence, studioId, timeZone),
              ),
              ...historyRows(history, plan, studioId, now, chance),
            } as Record<string, Row[]>,
            buildCourses({ plan, setting, people, now, today, coachOf, chance }),
          ),
          plan.studio.slug === 'northside'
            ? {
                ...buildAppointments({ plan, setting, people, occurrences, today, now, chance }),
                ...buildPlanning({ plan, studioId, people, occurrences, today, now }),
              }
            : {},
        ),
        { studioId, history, deskId: desk.userId!, now, timeZone, chance },
      ),
      { plan, setting, people, today, now, chance },
    ),
  }
}

/** What happens once, where the rooms leave an evening for it. */
function withEvents(
  rows: Record<string, Row[]>,
  given: Omit<Parameters<typeof buildEvents>[0], 'occurrences'>,
) {
  if (given.plan.studio.slug !== 'northside') return rows
  return withRows(rows, buildEvents({ ...given, occurrences: rows.occurrences! }))
}

/**
 * Somebody who was asked yesterday to help at the desk. Nobody knows the link; it can be sent
 * again.
 */
function invitationRow(
  { places }: ReturnType<typeof buildStudio>,
  now: Instant,
  chance: Chance,
): Row {
  const owner = places.find(({ role }) => role === 'owner')!
  return {
    id: chance.id(),
    studio_id: owner.studioId,
    email: 'nadia.okafor@example.test',
    name: 'Nadia Okafor',
    role_id: 'front_desk',
    person_id: null,
    token_hash: chance.uuid(),
    invited_by: owner.userId,
    state: 'open',
    created_at: addMinutes(now, -24 * 60),
    expires_at_ms: instantToMs(now) + 6 * 86_400_000,
  }
}

/** Another coach takes the class, one who is free at that time. */
function substitute(
  { substituted }: Scenes,
  occurrences: Occurrence[],
  people: People,
  plan: StudioPlan,
): void {
  const busy = new Set(
    occurrences
      .filter((other) => other.startsAt < substituted.endsAt && substituted.startsAt < other.endsAt)
      .map(({ coachId }) => coachId),
  )
  const other = people.staff.find(({ id, name }) => plan.coaches.includes(name) && !busy.has(id))
  if (!other) throw new Error('No coach is free to take the class')
  substituted.substitutedCoachId = substituted.coachId
  substituted.coachId = other.id
}
