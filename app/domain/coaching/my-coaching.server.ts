/** What a member does about their own coaching. */
import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { addDays, localDate } from '#app/values/zone.ts'

export type AnswerCheckInResult = 'ok' | 'not_found' | 'closed'

/** A member answers a check-in, or changes the answer until it is read. */
export async function answerCheckIn(
  ctx: MemberContext,
  { checkIn, text }: { checkIn: string; text: string },
): Promise<AnswerCheckInResult> {
  const { db, studio, now, person } = ctx
  const today = localDate(now, studio.timeZone)
  const own = sql`studio_id = ${studio.id} AND id = ${checkIn} AND person_id = ${person.id}`
  const { done, there } = await batch(db, {
    done: db.run(sql`
      UPDATE coaching_checkins SET answers = ${text}, answered_at = ${now}
      WHERE ${own} AND reviewed_at IS NULL AND due_on <= ${today}
        AND (answered_at IS NOT NULL OR due_on >= ${addDays(today, -7)})
        AND EXISTS (SELECT 1 FROM coaching_relations AS relation
          WHERE relation.id = coaching_checkins.relation_id AND relation.to_on IS NULL)`),
    there: db.all(sql`SELECT 1 FROM coaching_checkins WHERE ${own}`),
  })
  if (there.length === 0) return 'not_found'
  return changed(done) > 0 ? 'ok' : 'closed'
}

/** A member ticks a goal or a habit of theirs off, or takes the tick back. */
export async function tickEntry(
  ctx: MemberContext,
  entryId: string,
  done: boolean,
): Promise<boolean> {
  const { db, studio, now, person } = ctx
  const { there } = await batch(db, {
    done: db.run(sql`UPDATE coaching_entries SET done_at = ${done ? now : null}
      WHERE studio_id = ${studio.id} AND id = ${entryId} AND person_id = ${person.id}
        AND kind IN ('goal','habit')`),
    there: db.all(sql`SELECT 1 FROM coaching_entries WHERE studio_id = ${studio.id}
      AND id = ${entryId} AND person_id = ${person.id} AND kind IN ('goal','habit')`),
  })
  return there.length > 0
}
