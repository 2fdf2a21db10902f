/**
 * The demo world of contract 3: two studios on different shards, told as rows of what is there
 * and as a history to be played (`play-world.ts`).
 */
import type { Actor } from '#app/domain/scope/contexts.ts'
import type { Studio } from '#app/domain/scope/studio.ts'
import { addMinutes, type Instant, instantToMs } from '#app/values/instant.ts'
import { addDays, localDate } from '#app/values/zone.ts'
import { type Account, accountRows, type Place } from './build-accounts.ts'
import { buildAppointments } from './build-appointments.ts'
import { buildEvents } from './build-events.ts'
import { buildExercises } from './build-exercises.ts'
import { buildPeople, type People } from './build-people.ts'
import { buildPlanning } from './build-planning.ts'
import { buildSetting, openedAt, studioRow } from './build-setting.ts'
import { buildTimetable, type Occurrence, occurrenceRow } from './build-timetable.ts'
import { playDay } from './day/play-day.ts'
import { playPay, playPayRun } from './day/play-pay.ts'
import { playStaffing } from './day/play-staffing.ts'
import { playFunnels } from './growth/play-funnels.ts'
import type { Row } from './insert-rows.ts'
import { ownPlanRows } from './money/own-plans.ts'
import { playGiftCards } from './money/play-gift-cards.ts'
import { northside } from './northside.ts'
import { playNumbers } from './numbers/play-numbers.ts'
import { guardianWithLogin, playFamilies } from './people/play-families.ts'
import { playFarewells } from './people/play-farewells.ts'
import { playFields } from './people/play-fields.ts'
import { playNames } from './people/play-names.ts'
import { playBilling } from './play-billing.ts'
import { playClasses, playFees, playPurchases, playUntilNow } from './play-classes.ts'
import { playCourses } from './play-courses.ts'
import { playBlocks, playOffer } from './play-desk.ts'
import { playDocuments, playPortal } from './play-documents.ts'
import { playLeads } from './play-leads.ts'
import { playSales } from './play-sales.ts'
import { Player } from './player.ts'
import { playGradings } from './progression/play-gradings.ts'
import { playSkills } from './progression/play-skills.ts'
import { Chance } from './random.ts'
import { southside } from './southside.ts'
import type { StudioPlan } from './studio-plan.ts'
import { playCampaigns } from './talk/play-campaigns.ts'
import { playConversations } from './talk/play-conversations.ts'
import { playScores } from './talk/play-scores.ts'
import { playUndelivered } from './talk/play-undelivered.ts'
import { playFlows } from './teaching/play-flows.ts'
import { playBoards } from './training/play-boards.ts'
import { playLogFile } from './training/play-log-file.ts'
import { playLogs } from './training/play-logs.ts'
import { playPrograms } from './training/play-programs.ts'
import { playWorkouts } from './training/play-workouts.ts'
import { type Scenes, wantBookings } from './want-bookings.ts'

/** All demo accounts have this password. */
export const demoPassword = 'studio-demo-1'

/** The demo accounts by name, as `npm start` prints them. */
export const demoLogins = [...northside.accounts.map(({ login }) => login), 'parent']

type Tables = Record<string, Row[]>

export type PlannedStudio = {
  shard: number
  /** What is there before anything happens. */
  before: Tables
  /** The history, up to now. */
  player: Player
  /** What was entered last; its tables may have rows by then. */
  after: Tables[]
}

export type PlannedWorld = { directory: Tables; studios: PlannedStudio[] }

/** The plan for one moment of seeding; the same for the same `now`. */
export function planWorld(now: Instant, passwordHash: string): PlannedWorld {
  const chance = new Chance('Mo')
  const mo: Account = {
    userId: chance.uuid(),
    name: 'Mo Hassan',
    email: 'mo@example.test',
    timeZone: 'Europe/London',
  }
  const studios = [northside, southside].map((plan) => planStudio(plan, now, mo))
  const accounts = [...studios.flatMap((studio) => studio.accounts), mo]
  const places = studios.flatMap((studio) => studio.places)
  return {
    directory: {
      studios: studios.map((studio) => studio.row),
      ...accountRows(accounts, places, { passwordHash, createdAt: openedAt }),
      invitations: [invitationRow(studios[0]!, now, chance)],
      ...ownPlanRows(
        studios.map(({ row }, i) => {
          const { studio } = [northside, southside][i]!
          return { id: String(row.id), studio, today: localDate(now, studio.timeZone) }
        }),
      ),
    },
    studios,
  }
}

function planStudio(plan: StudioPlan, now: Instant, mo: Account) {
  const { timeZone, shard, slug } = plan.studio
  const today = localDate(now, timeZone)
  const chance = new Chance(`${slug} ${today}`)
  const studioId = chance.id()
  const setting = buildSetting(plan, studioId, chance)
  const people = buildPeople(plan, setting, today, mo, chance)
  const coachOf = (firstName: string) =>
    people.staff.find(({ name }) => name.startsWith(`${firstName} `))!.id
  const { occurrences, series } = buildTimetable(plan, setting, today, coachOf, chance)
  const byLogin = (login: string) =>
    people.staff.find(({ email }) => email.startsWith(`${login}@`))!

  const wanted = wantBookings(
    { plan, people, occurrences, now, today, chance },
    byLogin('coach').id,
  )
  substitute(wanted.scenes, occurrences, people, plan)
  const timetable = occurrences.map((occurrence) => occurrenceRow(occurrence, studioId, timeZone))

  const { userId, name } = byLogin('frontdesk')
  const studio: Studio = { ...plan.studio, id: studioId, state: 'open', listed: true }
  const player = new Player(studio, now, { userId: userId!, name, role: 'front_desk' }, chance)
  const members = [...people.crowd, people.ana, people.ben, people.cleo, people.mo]
  playDocuments(player, slug, members)
  playWorkouts(player, slug)
  playSkills(player, slug)
  playGradings(player, slug)
  playPay(player, slug)
  playPrograms(player, slug, { ana: people.ana, ben: people.ben, today })
  playLogFile(player, slug, { ana: people.ana, today })
  playLogs(player, slug, { ana: people.ana, ben: people.ben, today })
  playBoards(player, slug, { ana: people.ana, ben: people.ben, today })
  playFlows(player, slug)
  playPortal(player, members)
  playFamilies(player, slug, people.crowd, { today, packageId: setting.packages.ten })
  playNames(player, members)
  playFields(player, slug, members)
  playFarewells(player, slug, today)
  playPurchases(player, members)
  playCourses(player, { slug, setting, people, today, coachOf })
  playClasses(player, wanted, { occurrences, cancelReason: plan.cancelReason })
  const { userId: managerId, name: managerName } = byLogin('manager')
  const manager: Actor = { userId: managerId!, name: managerName, role: 'manager' }
  if (slug === 'northside') {
    playBilling(player, manager, { memberships: people.rows.memberships!, today })
    playSales(player, manager, { today, packageId: setting.packages.ten })
    playGiftCards(player, { today, buyer: 'Stellan Brooks' })
    playFunnels(player, { today, crowd: people.crowd })
  }
  playOffer(player, manager, { offered: wanted.scenes.offered, policy: setting.offers })
  playBlocks(player, manager, {
    today,
    roomId: String(setting.rows.rooms!.at(-2)!.id),
    coachId: byLogin('coach').id,
  })
  playFees(player, { from: addDays(today, -40), until: today })
  playConversations(player, slug, people)
  playCampaigns(player, slug, people.crowd)
  playScores(player, slug)
  playUntilNow(player, members)
  if (slug === 'northside') playUndelivered(player)
  playStaffing(player, slug)
  playDay(player, slug, manager)
  playPayRun(player, slug, { ...manager, role: 'owner' })
  playNumbers(player, manager, { today })
  playLeads(player, {
    studioId,
    staff: people.staff,
    referrer: guardianWithLogin(slug, people.crowd),
    wishes: plan.disciplines.map((discipline) => discipline.name),
  })

  const given = { plan, setting, people, today, now, chance }
  const untouched = occurrences.filter((occurrence) => occurrence !== wanted.scenes.cancelled)
  return {
    ...directoryPart(plan, studioId, people, mo),
    shard,
    before: {
      ...setting.rows,
      ...people.rows,
      ...buildExercises(slug, setting),
      series,
      occurrences: timetable,
    } as Tables,
    player,
    after:
      slug === 'northside'
        ? [
            buildAppointments({ ...given, occurrences }),
            buildPlanning({ plan, studioId, people, occurrences: untouched, today, now }),
            buildEvents({ ...given, occurrences: timetable }),
          ]
        : [],
  }
}

/** The studio's row, and who may sign in to it as what. */
function directoryPart(plan: StudioPlan, studioId: string, people: People, mo: Account) {
  const { timeZone, slug } = plan.studio
  const roles = new Map(plan.accounts.map(({ login, role }) => [`${login}@${slug}.test`, role]))
  const { staff, ana, ben, cleo } = people
  const parent = guardianWithLogin(slug, people.crowd)
  Object.assign(people.rows.people!.find(({ id }) => id === parent.id)!, {
    user_id: parent.userId,
    email: parent.email,
  })
  const holders = [...staff, ana, ben, cleo, parent, people.mo].filter(({ userId }) => userId)
  return {
    row: studioRow(plan, studioId),
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
  }
}

/**
 * Someone who was asked yesterday to help at the desk. Nobody knows the link; it can be sent
 * again.
 */
function invitationRow(
  { places }: ReturnType<typeof planStudio>,
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
