/** A training program as a member reads it: what it is, their own copy, what is next. */

import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { weightUnitStatement } from '#app/domain/people/weight-unit.server.ts'
import { sessionLines } from '#app/domain/programs/program-desk-page.server.ts'
import {
  dateOf,
  finishOf,
  placeKey,
  sessionsOf,
  shapeWords,
} from '#app/domain/programs/program-plan.ts'
import {
  ownCopiesStatement,
  planOfProgram,
  programStatement,
} from '#app/domain/programs/program-queries.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import { weightUnitOf } from '#app/domain/workouts/plan/tokens.ts'
import { dayMonth, dayShort } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'

type PageViewer = { personId: string; name: string; email: string }

type DoneRow = { session: string; id: string; localStart: string; copy: string }

/** Null where the id is no program that this person may read: free, their own, or staff's. */
export async function planPage(ctx: StudioContext, viewer: PageViewer, id: string, staff: boolean) {
  const { db, studio, now } = ctx
  const personId = viewer.personId
  const answer = await batch(db, {
    ...shellStatements(ctx, viewer),
    unit: weightUnitStatement(ctx, personId),
    program: programStatement(ctx, id),
    copies: ownCopiesStatement(ctx, personId),
    done: db.all<DoneRow>(sql`
      SELECT log.session, log.id, log.local_start AS localStart, log.assignment_id AS copy
      FROM program_assignments AS copy CROSS JOIN workout_logs AS log
        ON log.studio_id = copy.studio_id AND log.assignment_id = copy.id
      WHERE copy.studio_id = ${studio.id} AND copy.program_id = ${id}
        AND copy.person_id = ${personId} AND copy.ended_at IS NULL
        AND log.state IN ('finished', 'auto_closed')`),
  })
  const [program] = answer.program
  if (!program) return null
  const copy = answer.copies.find(({ programId }) => programId === id)
  const open = program.state === 'published' && program.access === 'free'
  if (!copy && !open && !staff) return null
  const { locale, timeZone } = studio
  const today = localDate(now, timeZone)
  const plan = planOfProgram(copy ?? program)
  const startsOn = copy?.startsOn ?? today
  const done = new Map(answer.done.map((one) => [one.session, one]))
  const all = sessionsOf(plan)
  const next = copy && all.find((one) => !done.has(placeKey(one)))
  const unit = answer.unit[0]?.weightUnit || weightUnitOf(studio)
  const nextKey = next ? placeKey(next) : null
  return {
    shell: toShell(answer, viewer),
    id,
    name: program.name,
    summary: program.summary,
    shape: shapeWords(program),
    open,
    copy: copy
      ? {
          state: copy.state,
          offered: copy.offered !== null,
          done: done.size,
          of: all.length,
          finish: dayMonth(finishOf(plan, startsOn), locale),
          next: next ? { place: nextKey!, name: next.session.name } : null,
          paused: copy.pausedOn ? dayShort(copy.pausedOn, locale) : null,
        }
      : null,
    finish: dayMonth(finishOf(plan, today), locale),
    weeks: plan.weeks.map((week, w) => ({
      name: `Week ${w + 1}`,
      note: week.note,
      lighter: week.lighter,
      sessions: all
        .filter((one) => one.week === w)
        .map((one) => {
          const dayOf = (date: string | undefined) =>
            date ? dayShort(date, locale) : `day ${one.day + 1}`
          const was = done.get(placeKey(one))
          return {
            key: placeKey(one),
            name: one.session.name,
            log: was?.id ?? null,
            next: placeKey(one) === nextKey,
            day: dayOf(was?.localStart.slice(0, 10) ?? (copy && dateOf(startsOn, one))),
            lines: sessionLines(one.session, unit).join(', '),
          }
        }),
    })),
  }
}
