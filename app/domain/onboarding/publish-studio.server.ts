import { sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import type { DirectoryDb, StudioDb } from '#app/db/connection.server.ts'
import { firstTaxStatement } from '#app/domain/billing/settings/save-billing-settings.server.ts'
import { firstDocumentStatements } from '#app/domain/documents/save-document.server.ts'
import { addPackageStatement, addPlanStatement } from '#app/domain/entitlements/add-offer.server.ts'
import { addLocationStatement, addRoomsStatement } from '#app/domain/facilities/add-rooms.server.ts'
import { enterStudioStatement } from '#app/domain/identity/accounts/enter-studio.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import { enrollPersonStatements } from '#app/domain/people/enroll-person.server.ts'
import { createSeries } from '#app/domain/scheduling/series/create-series.server.ts'
import {
  addClassTypesStatement,
  addDisciplinesStatements,
  addPolicyStatement,
} from '#app/domain/scheduling/setup-statements.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Studio } from '#app/domain/scope/studio.ts'
import { startTrialStatements } from '#app/domain/studios/own-plan/plan-statements.server.ts'
import { type OpeningStep, openingSteps } from '#app/domain/tasks/task-facts.ts'
import { raiseTaskStatement } from '#app/domain/tasks/task-statements.server.ts'
import { refreshPublicClasses } from '#app/domain/timetable/public-classes/refresh-public-classes.server.ts'
import { studioOpenedLetter } from '#app/messages/studio-opened.ts'
import { paths } from '#app/paths.ts'
import { addMinutes, type Instant } from '#app/values/instant.ts'
import { addDays, instantOf, isoWeekday, type LocalDateTime, localDate } from '#app/values/zone.ts'
import { type DraftWeekly, missingSteps, type SetupAnswers, type SetupStep } from './setup-draft.ts'
import { policyOf } from './setup-policy.ts'
import { type SetupRow, setupStatement, toDraft } from './setup-queries.server.ts'

export type PublishContext = {
  directory: DirectoryDb
  shardOf(studio: Studio): StudioDb
  now: Instant
  nowMs: number
  origin: string
  /** As of a `StudioContext`. */
  secret: string
  /** Days a new studio tries Cadence before it pays; left out where nobody bills studios. */
  trialDays?: number
}

export type PublishStudioResult =
  | { ok: true; studio: Studio; personId: string }
  | { ok: false; reason: 'not_found' | 'changed_meanwhile' }
  | { ok: false; reason: 'steps_missing'; facts: { steps: SetupStep[] } }

type Owner = { userId: string; name: string; email: string }

/**
 * Opens a studio that is set up. Nothing is atomic across two databases (design decision 5), so the
 * answers are frozen first, then written into the shard under the ids they have carried since they
 * were given, then the studio opens together with its owner's place. Every step may be repeated:
 * called again after a crash it goes on, and called again after the end it changes nothing.
 * Refused: someone else's set-up, steps without an answer, and answers that another window changed
 * in between.
 */
export async function publishStudio(
  ctx: PublishContext,
  owner: Owner,
  studioId: string,
  { listed }: { listed: boolean },
): Promise<PublishStudioResult> {
  const mine = sql`setup.studio_id = ${studioId} AND setup.user_id = ${owner.userId}`
  const { found } = await batch(ctx.directory, { found: setupStatement(ctx.directory, mine) })
  const before = found[0]
  if (!before) return { ok: false, reason: 'not_found' }
  const steps = missingSteps(toDraft(before))
  if (steps.length > 0) return { ok: false, reason: 'steps_missing', facts: { steps } }

  const { frozen } = await batch(ctx.directory, {
    freeze: ctx.directory.run(sql`
      UPDATE studio_setups SET state = 'publishing'
      WHERE studio_id = ${studioId} AND user_id = ${owner.userId} AND state = 'draft'
        AND answers = ${before.answers}`),
    // Who goes on after a crash may think again about who finds the studio; once it is open,
    // settings decide.
    listed: ctx.directory.run(sql`
      UPDATE studios SET listed = ${listed}
      WHERE id = ${studioId} AND state = 'provisioning' AND EXISTS (
        SELECT 1 FROM studio_setups AS setup WHERE ${mine} AND setup.state = 'publishing')`),
    frozen: setupStatement(ctx.directory, mine),
  })
  const row = frozen[0]
  if (!row || row.setupState === 'draft') return { ok: false, reason: 'changed_meanwhile' }

  const { studio, answers } = toDraft(row)
  const shard: StudioContext = { ...ctx, db: ctx.shardOf(studio), studio }
  if (row.setupState === 'publishing') {
    await writeSetting(shard, answers, { ...owner, id: row.personId })
    for (const weekly of answers.week?.classes ?? [])
      await writeSeries(shard, answers, weekly, row.personId)
    await open(ctx, owner, row)
  }
  const opened: Studio = { ...studio, state: 'open' }
  await refreshPublicClasses(ctx.directory, { ...shard, studio: opened })
  return { ok: true, studio: opened, personId: row.personId }
}

/** Everything that classes are made of, and the owner as a person and a coach: one batch. */
async function writeSetting(
  ctx: StudioContext,
  answers: SetupAnswers,
  owner: Owner & { id: string },
): Promise<void> {
  const { studio, rooms, classes, prices, rules, tax, waiver } = answers
  if (!studio || !rooms || !classes || !prices || !rules)
    throw new Error(`Studio ${ctx.studio.id} lacks answers`)
  const types = classes.classes.map(({ id, name, minutes, pack, fromRung }) => {
    const discipline = studio.disciplines.find((one) => one.pack === pack)
    if (!discipline) throw new Error(`Class type ${id} has no discipline`)
    const minimumLevelId = fromRung === null ? null : (discipline.levels[fromRung - 1]?.id ?? null)
    const dropInMinor = prices.dropInMinor ?? null
    return { id, name, minutes, disciplineId: discipline.id, minimumLevelId, dropInMinor }
  })
  const { enroll, enrolled } = enrollPersonStatements(ctx, { ...owner, isStaff: true })
  await batch(ctx.db, {
    enroll,
    location: addLocationStatement(ctx, rooms.location),
    rooms: addRoomsStatement(ctx, rooms.location.id, rooms.rooms),
    ...addDisciplinesStatements(ctx, studio.disciplines),
    types: addClassTypesStatement(ctx, types),
    policy: addPolicyStatement(ctx, policyOf(rules)),
    plan: prices.plan && addPlanStatement(ctx, prices.plan),
    package: prices.package && addPackageStatement(ctx, prices.package),
    enrolled,
    tax: tax && tax.rateBp > 0 ? firstTaxStatement(ctx, tax) : null,
    ...(waiver?.text ? firstDocumentStatements(ctx, { ...waiver, name: 'Waiver' }, owner) : {}),
    ...openingTasks(ctx, rooms.location.id, waiver?.text ? ['waiver'] : []),
  })
}

/** What is left to do once a studio is open, on its board: it is asked once. */
function openingTasks(
  ctx: StudioContext,
  locationId: string,
  done: readonly OpeningStep[],
): Record<string, Statement<D1Result>> {
  const address = ctx.origin + paths.home(ctx.studio)
  return Object.fromEntries(
    openingSteps
      .filter((step) => !done.includes(step))
      .map((step, i) => [
        `task${step}`,
        raiseTaskStatement(ctx, {
          cause: { kind: 'opening', ref: step },
          facts: { step, address },
          role: 'manager',
          // In their order, and out of the way of what is due today.
          dueAt: addMinutes(ctx.now, openingMinutes + i),
          endsAt: null,
          path: openingPath(step, ctx.studio, locationId),
        }),
      ]),
  )
}

const openingMinutes = 14 * 24 * 60

const openingPath = (step: OpeningStep, studio: { slug: string }, locationId: string): string => {
  const lead = {
    share: paths.home,
    members: (of: { slug: string }) => paths.managePeopleImports(of),
    coaches: paths.manageStaffInvite,
    prices: paths.prices,
    payments: (of: { slug: string }) => paths.manageBanking(of),
    waiver: (of: { slug: string }) => paths.manageDocuments(of),
    hours: (of: { slug: string }) => paths.manageLocation(of, locationId),
  }
  return lead[step](studio)
}

/** A weekly class from the next time its day comes. */
async function writeSeries(
  ctx: StudioContext,
  answers: SetupAnswers,
  { id, weekday, time, classId, roomId, capacity }: DraftWeekly,
  coachId: string,
): Promise<void> {
  const type = answers.classes?.classes.find((one) => one.id === classId)
  const created = await createSeries(ctx, {
    id,
    classTypeId: classId,
    roomId,
    coachId,
    policyId: answers.rules?.id ?? '',
    firstStart: nextStart(ctx, weekday, time),
    rrule: `FREQ=WEEKLY;BYDAY=${weekdayNames[weekday - 1]}`,
    minutes: type?.minutes ?? 0,
    capacity,
    // What the draft week shows side by side is meant: there is nobody to ask any more.
    anyway: true,
  })
  if (!created.ok)
    throw new Error(`Series ${id} of studio ${ctx.studio.id} was refused: ${created.reason}`)
}

const weekdayNames = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const

/** The next start on that weekday at that wall time which is still to come. */
function nextStart({ studio, now }: StudioContext, weekday: number, time: string): LocalDateTime {
  const today = localDate(now, studio.timeZone)
  const first = addDays(today, (weekday - isoWeekday(today) + 7) % 7)
  const start = `${first}T${time}`
  return instantOf(start, studio.timeZone) > now ? start : `${addDays(first, 7)}T${time}`
}

/** The last write: from here on the studio is there for everyone, and its owner is in it. */
async function open(
  { directory, now, nowMs, origin, trialDays = 0 }: PublishContext,
  { userId, name, email }: Owner,
  { id: studioId, name: studio, slug, timeZone }: SetupRow,
): Promise<void> {
  await batch(directory, {
    opened: directory.run(sql`
      UPDATE studio_setups SET state = 'open', opened_at = ${now}
      WHERE studio_id = ${studioId} AND user_id = ${userId} AND state = 'publishing'`),
    studio: directory.run(
      sql`UPDATE studios SET state = 'open' WHERE id = ${studioId} AND state = 'provisioning'`,
    ),
    place: directory.run(sql`
      UPDATE affiliations SET state = 'active'
      WHERE user_id = ${userId} AND studio_id = ${studioId} AND state = 'provisioning'`),
    ...(trialDays > 0
      ? startTrialStatements(directory, {
          studioId,
          days: trialDays,
          at: now,
          by: name,
          today: localDate(now, timeZone),
        })
      : {}),
    complete: directory.run(sql`UPDATE users SET setup_complete = 1 WHERE auth_id = ${userId}`),
    enter: enterStudioStatement(directory, { userId, studioId }),
    // Who signed in by phone has no address.
    mail: email
      ? queueStatement(
          directory,
          {
            studioId,
            dedupeKey: `studio-opened:${studioId}`,
            to: email,
            kind: 'studio-opened',
            letter: studioOpenedLetter({ name, studio: { name: studio, slug }, origin }),
          },
          nowMs,
        )
      : null,
  })
}
