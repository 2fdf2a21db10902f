import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { calledSql } from '#app/domain/people/called-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import { addDays, localDate } from '#app/values/zone.ts'

type PageViewer = { personId: string | null; name: string; email: string } | null

export type CoachShown = {
  id: string
  name: string
  /** Disciplines they teach in the coming weeks, separated by commas; null for none. */
  teaches: string | null
  /** What they agreed that everybody reads; null for nothing. */
  bio: string | null
  photo: string | null
}

/** A day of theirs is looked for so far ahead. */
const ahead = 28
const most = 60

/** Who teaches here in the coming weeks, with the bio that each of them shows. One batch. */
export async function coachesPage(ctx: StudioContext, viewer: PageViewer) {
  const { db, studio, now } = ctx
  const today = localDate(now, studio.timeZone)
  const answer = await batch(db, {
    coaches: db.all<CoachShown>(sql`
      SELECT coach.id, ${calledSql('coach')} AS name,
        group_concat(DISTINCT discipline.name) AS teaches, bio.text AS bio, bio.photo
      FROM occurrences AS o JOIN people AS coach ON coach.id = o.coach_id
      JOIN class_types AS type ON type.id = o.class_type_id
      LEFT JOIN disciplines AS discipline ON discipline.id = type.discipline_id
      LEFT JOIN coach_bios AS bio ON bio.studio_id = o.studio_id AND bio.person_id = coach.id
        AND bio.agreed_at IS NOT NULL AND coach.is_staff = 1 AND coach.archived_at IS NULL
      WHERE o.studio_id = ${studio.id} AND o.local_start >= ${today}
        AND o.local_start < ${addDays(today, ahead)} AND o.state = 'scheduled'
        AND o.kind <> 'appointment'
      GROUP BY coach.id ORDER BY bio.text IS NULL, name, coach.id LIMIT ${most}`),
    ...shellStatements(ctx, viewer),
  })
  return { coaches: answer.coaches, shell: toShell(answer, viewer) }
}
