/** What members see under Programs: the list, one course, and what changing to another costs. */
import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { courseFactStatements, toCourseFacts } from '#app/domain/courses/course-queries.server.ts'
import { transferQuoteOf } from '#app/domain/courses/enrolments/transfer-quote.ts'
import { makeUpsHeldStatement } from '#app/domain/courses/make-up-queries.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import { isoWeekday } from '#app/values/zone.ts'
import type { ProgramFilters } from './program-filters.ts'
import {
  myEnrolmentsStatement,
  type Program,
  programRowsStatement,
  toPrograms,
} from './program-queries.server.ts'

type PageViewer = { personId: string | null; name: string; email: string } | null

/** Everything to enrol for, in one batch; filters narrow what was read. */
export async function programsPage(
  ctx: StudioContext,
  viewer: PageViewer,
  filters: ProgramFilters,
) {
  const personId = viewer?.personId ?? ''
  const answer = await batch(ctx.db, {
    rows: programRowsStatement(ctx, personId),
    mine: myEnrolmentsStatement(ctx, personId),
    makeUps: makeUpsHeldStatement(ctx, sql`(${personId})`),
    ...shellStatements(ctx, viewer),
  })
  const all = toPrograms(ctx, answer.rows, answer.mine, personId)
  const isMine = ({ standing: { kind } }: Program) => ['enrolled', 'waiting', 'held'].includes(kind)
  const options = (of: (program: Program) => { id: string; name: string } | null) => [
    ...new Map(all.flatMap((program) => of(program) ?? []).map((one) => [one.id, one])).values(),
  ]
  return {
    mine: all.filter(isMine),
    makeUps: answer.makeUps,
    offered: all.filter((program) => !isMine(program) && passes(program, filters)),
    total: all.length,
    levels: options(({ course: { levelId, level } }) =>
      levelId && level ? { id: levelId, name: level } : null,
    ),
    disciplines: options(({ course: { disciplineId, discipline } }) => ({
      id: disciplineId,
      name: discipline,
    })),
    shell: toShell(answer, viewer),
  }
}

function passes(
  { course, sums, standing }: Program,
  { kind, discipline, level, day, places, most }: ProgramFilters,
) {
  return (
    (kind === '' || course.kind === kind) &&
    (discipline === '' || course.disciplineId === discipline) &&
    (level === '' || (level === 'open' ? course.levelId === null : course.levelId === level)) &&
    (day === '' || isoWeekday(course.firstStart.slice(0, 10)) === Number(day)) &&
    (places === '' || sums.places > 0) &&
    (most === null || (standing.kind === 'open' ? standing.price.minor : course.priceMinor) <= most)
  )
}

/** One course with where the viewer stands, in one batch. Null for a draft, too, and another studio's id. */
export async function programPage(ctx: StudioContext, viewer: PageViewer, courseId: string) {
  const personId = viewer?.personId ?? ''
  const answer = await batch(ctx.db, {
    ...courseFactStatements(ctx, courseId, personId),
    policy: ctx.db.all<{ location: string }>(sql`
      SELECT CASE place.address WHEN '' THEN place.name ELSE place.name || ', ' || place.address END AS location
      FROM courses AS z JOIN rooms AS r ON r.id = z.room_id JOIN locations AS place ON place.id = r.location_id
      WHERE z.studio_id = ${ctx.studio.id} AND z.id = ${courseId}`),
    makeUps: makeUpsHeldStatement(ctx, sql`(${personId})`),
    ...shellStatements(ctx, viewer),
  })
  const facts = toCourseFacts(ctx, answer, personId)
  if (!facts || facts.course.state === 'draft') return null
  return {
    facts,
    location: answer.policy[0]?.location ?? '',
    makeUps: answer.makeUps.filter((makeUp) => makeUp.courseId === courseId),
    shell: toShell(answer, viewer),
  }
}

/** Courses the viewer could change to, each with what that costs, in one batch. Null where there is nothing to change. */
export async function transferPage(
  ctx: StudioContext,
  viewer: PageViewer & { personId: string },
  courseId: string,
) {
  const { personId } = viewer
  const from = sql`(SELECT zz.kind || tt.discipline_id FROM courses AS zz JOIN class_types AS tt ON tt.id = zz.class_type_id
    WHERE zz.studio_id = ${ctx.studio.id} AND zz.id = ${courseId})`
  const answer = await batch(ctx.db, {
    ...courseFactStatements(ctx, courseId, personId),
    rows: programRowsStatement(
      ctx,
      personId,
      sql`z.id <> ${courseId} AND z.kind || t.discipline_id = ${from}`,
      // The sessions that are given up do not stand in the way.
      sql`(SELECT en.id FROM enrolments AS en WHERE en.studio_id = ${ctx.studio.id} AND en.course_id = ${courseId}
        AND en.person_id = ${personId} AND en.state = 'enrolled')`,
    ),
    others: myEnrolmentsStatement(ctx, personId),
    ...shellStatements(ctx, viewer),
  })
  const facts = toCourseFacts(ctx, answer, personId)
  if (facts?.mine?.state !== 'enrolled') return null
  const choices = toPrograms(ctx, answer.rows, answer.others, personId).flatMap(
    ({ course, standing }) => {
      const quote = facts.mine && transferQuoteOf(facts.mine, standing)
      return quote ? [{ course, quote }] : []
    },
  )
  return { facts, choices, shell: toShell(answer, viewer) }
}
