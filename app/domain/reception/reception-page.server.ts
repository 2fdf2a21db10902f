/**
 * The desk in one batch: the next classes with their rosters, whom a search found, and who came
 * last.
 */

import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import {
  type ClassToBook,
  toClassWithAllPlaces,
} from '#app/domain/bookings/availability/bookable-occurrences.server.ts'
import { daysAround, membershipUsesStatement } from '#app/domain/bookings/booking-queries.server.ts'
import { chooseEntitlement, type Entitlement } from '#app/domain/entitlements/choose-entitlement.ts'
import {
  entitlementsOfStatements,
  toHeld,
} from '#app/domain/entitlements/entitlement-queries.server.ts'
import { levelOpensSql } from '#app/domain/people/levels/held-level-sql.server.ts'
import { foundAtDeskSql } from '#app/domain/people/list/people-where.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { lackedSkillSql } from '#app/domain/skills/held-skills.server.ts'
import type { Instant } from '#app/values/instant.ts'
import { compareTexts } from '#app/values/text-order.ts'
import { addDays, endOfDay, localDate } from '#app/values/zone.ts'
import { type AlertRules, type ArrivalFacts, toAlertRules } from './alert-rules.ts'
import {
  aheadIdsSql,
  alertRulesStatement,
  classesAheadStatement,
  factsOf,
  inWindowSql,
  onRostersAheadSql,
  type PlaceAtDesk,
  peopleAtDeskStatement,
  placesStatement,
  strikesStatement,
} from './desk-facts.server.ts'
import { nextPlace, startsSoon } from './look-ahead.ts'

/** People a search shows; anyone who is not among them is looked for by more of the name. */
const mostFound = 8
/** Arrivals at the side, newest first. */
const mostRecent = 8

export type DeskClass = ClassToBook & {
  dropInMinor: number | null
  rows: (ArrivalFacts & { place: PlaceAtDesk })[]
}

/** A class that someone without a place could be booked into, and what would pay. */
export type Offer = {
  occurrence: DeskClass
  pays: Entitlement | null
  there: boolean
  below: boolean
  /** A skill the class asks for and they lack. */
  lacks: string | null
  /** Anyone who is booked now is checked in at once. */
  soon: boolean
}
export type FoundAtDesk = ArrivalFacts & { place: PlaceAtDesk | null; offers: Offer[] }

export type RecentArrival = {
  id: string
  personId: string
  name: string
  bookingId: string | null
  title: string | null
  arrivedAt: Instant
  kiosk: string | null
  overridden: string
  /** Still in, so that it can be taken back. */
  open: number
}

export type ReceptionPage = {
  classes: DeskClass[]
  rules: AlertRules
  /** Null where nobody was looked for. */
  found: FoundAtDesk[] | null
  recent: RecentArrival[]
}

/**
 * `q` is a name that was typed, `personId` someone chosen; both empty is the desk as it is opened.
 */
export async function receptionPage(
  ctx: StudioContext,
  { q, personId }: { q: string; personId: string },
): Promise<ReceptionPage> {
  const { db, studio, now } = ctx
  const named = q !== '' ? namedSql(ctx, q) : null
  const whose = personId !== '' ? sql`(${personId})` : named
  const onRosters = onRostersAheadSql(ctx)
  const rosterPeople = sql`SELECT b.person_id FROM bookings AS b WHERE ${onRosters}`
  const answer = await batch(db, {
    classes: classesAheadStatement(ctx),
    prices: db.all<{ id: string; minor: number | null }>(sql`
      SELECT o.id, class_type.drop_in_minor AS minor FROM occurrences AS o
      JOIN class_types AS class_type ON class_type.id = o.class_type_id
      WHERE +o.studio_id = ${studio.id} AND o.id IN ${aheadIdsSql(ctx)}`),
    places: placesStatement(ctx, onRosters),
    people: peopleAtDeskStatement(ctx, sql`(${rosterPeople})`),
    limits: strikesStatement(ctx, onRosters),
    rules: alertRulesStatement(ctx),
    recent: recentStatement(ctx),
    ...(whose ? foundStatements(ctx, whose) : noFound),
  })
  const rules = toAlertRules(answer.rules)
  const classes = answer.classes.map(
    (row): DeskClass => ({
      ...toClassWithAllPlaces(row),
      dropInMinor: answer.prices.find(({ id }) => id === row.id)?.minor ?? null,
      rows: answer.places.flatMap((place) => {
        const facts = place.occurrenceId === row.id ? factsOf(place, answer) : null
        return facts ? [{ ...facts, place }] : []
      }),
    }),
  )
  return { classes, rules, recent: answer.recent, found: foundPeople(ctx, classes, answer, now) }
}

const namedSql = (ctx: StudioContext, q: string): SQL =>
  sql`(SELECT person.id FROM people AS person WHERE ${foundAtDeskSql(ctx, q, mostFound)})`

type Found = ReturnType<typeof foundStatements>
type FoundRows = {
  [K in keyof Found]?: Found[K] extends Statement<infer Rows> ? Rows | undefined : never
}
const noFound: { [K in keyof Found]?: undefined } = {}

function foundStatements(ctx: StudioContext, whose: SQL) {
  const today = localDate(ctx.now, ctx.studio.timeZone)
  const inWindow = inWindowSql(ctx, whose)
  return {
    foundPeople: peopleAtDeskStatement(ctx, whose),
    foundPlaces: placesStatement(ctx, inWindow),
    foundLimits: strikesStatement(ctx, inWindow),
    levels: ctx.db.all<{ personId: string; disciplineId: string; rung: number }>(sql`
      SELECT person_level.person_id AS personId,
        person_level.discipline_id AS disciplineId, level.rung
      FROM person_levels AS person_level JOIN levels AS level ON level.id = person_level.level_id
      WHERE person_level.studio_id = ${ctx.studio.id} AND person_level.person_id IN ${whose}
        AND ${levelOpensSql('person_level', sql`${today}`)}`),
    missing: ctx.db.all<{ personId: string; occurrenceId: string; name: string }>(sql`
      SELECT person.id AS personId, o.id AS occurrenceId,
        ${lackedSkillSql(sql`person.id`, today)} AS name
      FROM people AS person CROSS JOIN occurrences AS o
      WHERE +person.studio_id = ${ctx.studio.id} AND person.id IN ${whose}
        AND o.id IN ${aheadIdsSql(ctx)} AND o.class_type_id IN (
          SELECT type_id FROM class_skills WHERE studio_id = ${ctx.studio.id})`),
    ...entitlementsOfStatements(ctx, whose),
    uses: membershipUsesStatement(ctx, whose, daysAround(today, addDays(today, 1))),
  }
}

function foundPeople(
  { studio }: StudioContext,
  classes: readonly DeskClass[],
  rows: FoundRows,
  now: Instant,
): FoundAtDesk[] | null {
  const {
    foundPeople: people,
    foundPlaces = [],
    foundLimits = [],
    levels = [],
    missing = [],
  } = rows
  if (!people) return null
  const { memberships = [], lots = [], makeUps = [], uses = [] } = rows
  const today = localDate(now, studio.timeZone)
  return [...people]
    .sort((a, b) => compareTexts(a.name, b.name))
    .map((person): FoundAtDesk => {
      const place = nextPlace(foundPlaces.filter(({ personId }) => personId === person.personId))
      const held = toHeld(person.personId, { memberships, lots, makeUps, uses })
      const offers = classes
        .filter((one) => one.endsAt > now)
        .map((occurrence): Offer => {
          const { disciplineId, minimumLevel } = occurrence
          const rung =
            levels.find((l) => l.personId === person.personId && l.disciplineId === disciplineId)
              ?.rung ?? 0
          return {
            occurrence,
            pays: chooseEntitlement(held, {
              localStart: occurrence.localStart,
              locationId: occurrence.locationId,
              disciplineId,
              today,
              session: occurrence.course ?? null,
            }).pays,
            there: occurrence.rows.some(
              (row) => row.person.personId === person.personId && row.place.state !== 'waitlisted',
            ),
            below: minimumLevel !== null && rung < minimumLevel.rung,
            lacks:
              missing.find(
                (one) => one.personId === person.personId && one.occurrenceId === occurrence.id,
              )?.name ?? null,
            soon: startsSoon(occurrence.startsAt, now),
          }
        })
      const limit = foundLimits.find(
        (l) => l.personId === person.personId && (!place || l.occurrenceId === place.occurrenceId),
      )
      const paysForNew = offers.length === 0 || offers.some(({ pays }) => pays !== null)
      return { person, place, paysForNew, blockedUntil: limit?.blockedUntil ?? null, offers }
    })
}

/** Who came today, newest first, with what can be taken back. */
function recentStatement({ db, studio, now }: StudioContext): Statement<RecentArrival[]> {
  const today = endOfDay(addDays(localDate(now, studio.timeZone), -1), studio.timeZone)
  return db.all<RecentArrival>(sql`
    SELECT arrival.id, arrival.person_id AS personId, person.name, arrival.booking_id AS bookingId,
      class_type.name AS title, arrival.arrived_at AS arrivedAt,
      kiosk.name AS kiosk, arrival.overridden,
      (arrival.booking_id IS NULL OR b.state = 'checked_in') AS open
    FROM arrivals AS arrival JOIN people AS person ON person.id = arrival.person_id
    LEFT JOIN bookings AS b ON b.id = arrival.booking_id
    LEFT JOIN occurrences AS o ON o.id = b.occurrence_id
    LEFT JOIN class_types AS class_type ON class_type.id = o.class_type_id
    LEFT JOIN kiosks AS kiosk ON kiosk.id = arrival.kiosk_id
    WHERE arrival.studio_id = ${studio.id} AND arrival.arrived_at >= ${today}
      AND arrival.undone_at IS NULL
      AND (arrival.booking_id IS NULL OR b.state IN ('checked_in','attended'))
    ORDER BY arrival.arrived_at DESC LIMIT ${mostRecent}`)
}
