/** What the pages of gradings show. */
import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { addressSql } from '#app/domain/families/letter-address.server.ts'
import type { Asks } from '#app/domain/progression/progress.ts'
import {
  countsSql,
  skillsClearedSql,
  standingOf,
} from '#app/domain/progression/standing-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { type LocalDate, localDate } from '#app/values/zone.ts'
import { eligibilityOf } from './eligibility.ts'
import type { CandidateState, GradingResult, GradingState } from './grading-words.ts'

export type GradingRow = {
  id: string
  ladderId: string
  ladder: string
  levelId: string
  level: string
  onDate: LocalDate
  startsAt: string
  place: string
  feeMinor: number
  answerBy: LocalDate
  panel: string
  /** Names of the panel. */
  panelNames: string
  items: string
  beltId: string | null
  state: GradingState
  publishedAt: string | null
  version: number
  askClasses: number | null
  askDays: number | null
  askAge: number | null
  askSkills: number
}

/** Gradings that `which` picks of `grading`, with what their level asks. */
export const gradingsStatement = (
  { db, studio }: StudioContext,
  which: SQL,
  limit = 60,
): Statement<GradingRow[]> =>
  db.all<GradingRow>(sql`
    SELECT grading.id, grading.ladder_id AS ladderId, ladder.name AS ladder,
      grading.level_id AS levelId, level.name AS level, grading.on_date AS onDate,
      grading.starts_at AS startsAt, grading.place, grading.fee_minor AS feeMinor,
      grading.answer_by AS answerBy, grading.panel, coalesce((SELECT group_concat(person.name, ', ')
        FROM json_each(grading.panel) AS seat CROSS JOIN people AS person
          ON person.id = seat.value
        WHERE +person.studio_id = grading.studio_id), '') AS panelNames,
      grading.items, grading.belt_id AS beltId, grading.state,
      grading.published_at AS publishedAt, grading.version, level.ask_classes AS askClasses,
      level.ask_days AS askDays, level.ask_age AS askAge, (SELECT count(*) FROM level_skills AS ask
        WHERE ask.studio_id = level.studio_id AND ask.level_id = level.id) AS askSkills
    FROM gradings AS grading JOIN levels AS level ON level.id = grading.level_id
    JOIN ladders AS ladder ON ladder.id = grading.ladder_id
    WHERE grading.studio_id = ${studio.id} AND ${which}
    ORDER BY grading.on_date DESC, grading.id LIMIT ${limit}`)

type PersonRow = {
  id: string
  name: string
  birthDate: LocalDate | null
  since: LocalDate | null
  provisional: number | null
  lapsesOn: LocalDate | null
  /** They hold the level of the grading already, and it waits to be confirmed. */
  again: number
  counts: string
  skills: string
  candidateId: string | null
  state: CandidateState | null
  overrideReason: string | null
  overrideBy: string | null
  result: GradingResult | null
  note: string | null
  retestItems: string | null
  retestBy: LocalDate | null
  version: number | null
  paid: number
  certificate: number | null
  email: string
  guardianName: string
}

/** What a level asks of who holds it already: nothing but that it is confirmed. */
const confirming: Asks = { askClasses: null, askDays: null, askAge: null }

/** Sheets and lists show so many at most. */
export const candidatesAtMost = 1_000

/**
 * Everybody who holds the level before the one of the grading, or that level itself provisionally or
 * expired by its day, and everybody who has a row there, with what counts for them.
 */
const peopleStatement = (ctx: StudioContext, gradingId: string): Statement<PersonRow[]> => {
  const { db, studio, now } = ctx
  const today = localDate(now, studio.timeZone)
  const before = sql`(SELECT lower.id FROM levels AS lower JOIN levels AS target
      ON target.id = grading.level_id
    WHERE lower.studio_id = grading.studio_id AND lower.ladder_id = grading.ladder_id
      AND lower.rung < target.rung ORDER BY lower.rung DESC LIMIT 1)`
  return db.all<PersonRow>(sql`
    SELECT person.id, person.name, person.birth_date AS birthDate, held.since,
      held.provisional, held.lapses_on AS lapsesOn,
      coalesce(held.level_id = grading.level_id
        AND (held.provisional = 1 OR held.lapses_on <= grading.on_date), 0) AS again,
      ${countsSql({ ladder: sql`ladder`, personId: sql`person.id`, since: sql`coalesce(held.since, '')` }, today)}
        AS counts,
      ${skillsClearedSql({ ladderId: sql`ladder.id`, personId: sql`person.id`, studioId: sql`person.studio_id` }, today)}
        AS skills,
      candidate.id AS candidateId, candidate.state, candidate.override_reason AS overrideReason,
      candidate.override_by AS overrideBy, candidate.result, candidate.note,
      candidate.retest_items AS retestItems, candidate.retest_by AS retestBy, candidate.version,
      EXISTS (SELECT 1 FROM open_items AS item WHERE item.studio_id = candidate.studio_id
        AND item.subject_id = candidate.id AND item.state = 'settled') AS paid,
      (SELECT number FROM certificates AS given WHERE given.studio_id = grading.studio_id
        AND given.grading_id = grading.id AND given.person_id = person.id) AS certificate,
      ${addressSql()}
    FROM gradings AS grading JOIN ladders AS ladder ON ladder.id = grading.ladder_id
    CROSS JOIN (
      SELECT person_id FROM person_levels WHERE studio_id = ${studio.id} AND level_id = (
        SELECT ${before} FROM gradings AS grading
        WHERE grading.studio_id = ${studio.id} AND grading.id = ${gradingId})
      UNION SELECT held.person_id FROM gradings AS grading JOIN person_levels AS held
        ON held.studio_id = grading.studio_id AND held.level_id = grading.level_id
          AND (held.provisional = 1 OR held.lapses_on <= grading.on_date)
      WHERE grading.studio_id = ${studio.id} AND grading.id = ${gradingId}
      UNION SELECT person_id FROM grading_candidates
      WHERE studio_id = ${studio.id} AND grading_id = ${gradingId}) AS listed
    CROSS JOIN people AS person ON person.id = listed.person_id
      AND person.studio_id = grading.studio_id
    LEFT JOIN grading_candidates AS candidate ON candidate.studio_id = grading.studio_id
      AND candidate.grading_id = grading.id AND candidate.person_id = person.id
    LEFT JOIN person_levels AS held ON held.studio_id = grading.studio_id
      AND held.person_id = person.id AND held.discipline_id = ladder.discipline_id
    WHERE grading.studio_id = ${studio.id} AND grading.id = ${gradingId}
      AND (person.archived_at IS NULL OR candidate.id IS NOT NULL)
    ORDER BY person.name LIMIT ${candidatesAtMost}`)
}

/**
 * A grading with everybody it may concern: who is eligible, what the others are missing, what became
 * of those who were invited. One trip, however many hold the level; null for a foreign id.
 */
export async function gradingPage(ctx: StudioContext, gradingId: string) {
  const { gradings, people } = await batch(ctx.db, {
    gradings: gradingsStatement(ctx, sql`grading.id = ${gradingId}`),
    people: peopleStatement(ctx, gradingId),
  })
  const [grading] = gradings
  if (!grading) return null
  return {
    grading,
    people: people.map((row) => ({
      ...row,
      ...eligibilityOf(
        row.again ? confirming : grading,
        standingOf({ ...row, towards: grading.levelId }),
        {
          onDate: grading.onDate,
          overridden: Boolean(row.overrideReason),
        },
      ),
    })),
  }
}

export type GradingPage = NonNullable<Awaited<ReturnType<typeof gradingPage>>>
export type GradingPerson = GradingPage['people'][number]

/** What can be planned: levels above the first of each ladder, staff, belts on the shelf. One trip. */
export async function gradingChoices({ db, studio }: StudioContext) {
  return batch(db, {
    levels: db.all<{ id: string; name: string }>(sql`
      SELECT level.id, ladder.name || ': ' || level.name AS name FROM levels AS level
      JOIN ladders AS ladder ON ladder.id = level.ladder_id
      WHERE level.studio_id = ${studio.id} ORDER BY ladder.name, level.rung`),
    staff: db.all<{ id: string; name: string }>(sql`
      SELECT id, name FROM people WHERE studio_id = ${studio.id} AND is_staff = 1
        AND archived_at IS NULL ORDER BY name LIMIT 60`),
    belts: db.all<{ id: string; name: string; stock: number }>(sql`
      SELECT variant.id, trim(product.name || ' ' || variant.size || ' ' || variant.colour) AS name,
        variant.stock FROM product_variants AS variant
      JOIN products AS product ON product.id = variant.product_id
      WHERE variant.studio_id = ${studio.id} AND variant.archived_at IS NULL
        AND product.archived_at IS NULL ORDER BY product.name, variant.size LIMIT 200`),
  })
}

/** Gradings, the newest first. One trip. */
export const listGradings = (ctx: StudioContext): Promise<GradingRow[]> =>
  batch(ctx.db, { rows: gradingsStatement(ctx, sql`1`, 100) }).then(({ rows }) => rows)

/** A certificate as printed; null where none was given, and for foreign ids. One trip. */
export async function findCertificate(
  { db, studio }: StudioContext,
  gradingId: string,
  personId: string,
) {
  const [row] = await db.all<{
    number: number
    name: string
    level: string
    ladder: string
    onDate: LocalDate
    issuedBy: string
  }>(sql`
    SELECT given.number, given.name, given.level, ladder.name AS ladder, given.on_date AS onDate,
      given.issued_by AS issuedBy
    FROM certificates AS given JOIN gradings AS grading ON grading.id = given.grading_id
    JOIN ladders AS ladder ON ladder.id = grading.ladder_id
    WHERE given.studio_id = ${studio.id} AND given.grading_id = ${gradingId}
      AND given.person_id = ${personId}`)
  return row ?? null
}
