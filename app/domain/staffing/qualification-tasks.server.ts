/** What is about to end of what people hold: a task for a manager, and one letter to each person. */

import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { noticeStatement } from '#app/domain/messaging/notices.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import { calledSql } from '#app/domain/people/called-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { type Look, lookAt } from '#app/domain/scope/look.ts'
import { keepTasksStatements } from '#app/domain/tasks/task-statements.server.ts'
import { qualificationEnds, qualificationEndsNotice } from '#app/messages/qualification-ends.ts'
import { paths } from '#app/paths.ts'
import type { LocalDate } from '#app/values/zone.ts'

/** Told so many days before the last day. */
export const noticeDays = 30

/**
 * Papers that end within the month, or have ended, and are followed by none of their kind that is
 * good for longer, of people who work here; `paper` with its `kind` and `person`.
 */
const endingSql = ({ studio, today }: Look): SQL => sql`
  FROM qualifications AS paper
  JOIN qualification_kinds AS kind ON kind.id = paper.kind_id AND kind.archived_at IS NULL
  JOIN people AS person ON person.id = paper.person_id AND person.is_staff = 1
    AND person.archived_at IS NULL
  WHERE paper.studio_id = ${studio} AND paper.expires_on IS NOT NULL
    AND paper.expires_on <= date(${today}, ${`+${noticeDays} days`})
    AND NOT EXISTS (SELECT 1 FROM qualifications AS next
      WHERE next.studio_id = paper.studio_id AND next.person_id = paper.person_id
        AND next.kind_id = paper.kind_id
        AND (next.expires_on IS NULL OR next.expires_on > paper.expires_on))`

/** Whether a studio has papers that end soon. */
export const qualificationTasksDue = (look: Look): SQL => sql`EXISTS (SELECT 1 ${endingSql(look)})`

/** One task for each paper that ends, until it is renewed or taken off. For anyone's batch. */
export function qualificationTasks(ctx: StudioContext) {
  const { studio } = ctx
  const kept = keepTasksStatements(ctx, {
    kind: 'qualification_ends',
    role: 'manager',
    causes: sql`
      SELECT paper.id AS cause_ref, paper.expires_on || 'T00:00:00Z' AS due_at, NULL AS ends_at,
        replace(${paths.manageStaffWork(studio, '*')}, '*', paper.person_id) AS path,
        json_object('name', person.name, 'kind', kind.name, 'endsOn', paper.expires_on) AS facts
      ${endingSql(lookAt(ctx))}`,
  })
  return { qualificationsRaised: kept.raised, qualificationsEnded: kept.ended }
}

const untoldSql = sql`paper.reminded_at IS NULL`

/** Whether a studio has people to tell. */
export const remindQualificationsDue = (look: Look): SQL =>
  sql`EXISTS (SELECT 1 ${endingSql(look)} AND ${untoldSql})`

/** People told in one run; the next goes on. */
const atOnce = 50

/** Tells people what of theirs ends within 30 days, once for each paper. Answers how many. */
export async function remindQualifications(ctx: StudioContext): Promise<number> {
  const { db, studio, now, nowMs, origin } = ctx
  const rows = await db.all<{
    id: string
    personId: string
    name: string
    email: string
    kind: string
    endsOn: LocalDate
  }>(sql`
    SELECT paper.id, person.id AS personId, person.email, kind.name AS kind,
      ${calledSql('person')} AS name,
      paper.expires_on AS endsOn
    ${endingSql(lookAt(ctx))} AND ${untoldSql} ORDER BY paper.expires_on LIMIT ${atOnce}`)
  let told = 0
  for (const { id, personId, email, ...about } of rows) {
    const key = `qualification-ends:${id}`
    const ends = { ...about, studio, origin, path: paths.manageMyWork(studio) }
    const untold = sql`EXISTS (SELECT 1 FROM qualifications AS paper
      WHERE paper.studio_id = ${studio.id} AND paper.id = ${id} AND ${untoldSql})`
    const { marked } = await batch(db, {
      notice: noticeStatement(
        ctx,
        {
          personId,
          dedupeKey: key,
          kind: 'qualification-ends',
          path: ends.path,
          text: qualificationEndsNotice(ends),
        },
        untold,
      ),
      letter: email
        ? queueStatement(
            db,
            {
              studioId: studio.id,
              dedupeKey: key,
              to: email,
              kind: 'qualification-ends',
              letter: qualificationEnds(ends),
            },
            nowMs,
            untold,
          )
        : null,
      marked: db.run(sql`
        UPDATE qualifications AS paper SET reminded_at = ${now}
        WHERE paper.studio_id = ${studio.id} AND paper.id = ${id} AND ${untoldSql}`),
    })
    if (changed(marked) > 0) told += 1
  }
  return told
}
