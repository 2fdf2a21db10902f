import { sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { personHappenedStatement } from '#app/domain/happenings/person-happenings.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { newId } from '#app/values/id.ts'
import { localDate } from '#app/values/zone.ts'

export type EnrollingPerson = {
  /** The person's id: someone on the books who was invited, or the one a new person will have. */
  id: string
  userId: string
  name: string
  email: string
  isStaff?: boolean
  /**
   * The account has proven that the address is its own: it may claim the person on the books who
   * has it.
   */
  provenEmail?: boolean
}

/**
 * Puts an account's person on the studio's books and answers the person's id, for a batch on the
 * shard. May run any number of times: the studio and the account name one row, and one who had left
 * is taken out of the archive.
 *
 * Someone whom the studio wrote down before they had an account is linked and not written down
 * twice: the one who was invited, or the one with the proven address. Where several share it, only
 * who also has the name is taken (decision 24).
 */
export function enrollPersonStatements(
  ctx: Pick<StudioContext, 'db' | 'studio' | 'now'>,
  person: EnrollingPerson,
): Record<
  'invited' | 'invitedNote' | 'claim' | 'claimNote' | 'enroll' | 'enrollNews' | 'back',
  Statement<D1Result>
> & {
  enrolled: Statement<{ id: string }[]>
} {
  const { db, studio, now } = ctx
  const { id, userId, name, email, isStaff = false, provenEmail = false } = person
  const works = isStaff ? 1 : 0
  const mine = sql`studio_id = ${studio.id} AND user_id = ${userId}`
  const unknown = sql`NOT EXISTS (SELECT 1 FROM people WHERE ${mine})`
  const withAddress = sql`studio_id = ${studio.id} AND email = ${email} AND user_id IS NULL
    AND archived_at IS NULL`
  const sameName = sql`lower(name) = lower(${name})`
  const linkedNote = auditStatement(
    { ...ctx, actor: { userId, name } },
    {
      action: 'account.linked',
      subjectKind: 'person',
      subjectId: sql`(SELECT id FROM people WHERE ${mine})`,
      detail: { userId },
    },
    rightAfterChange,
  )
  return {
    invited: db.run(sql`
      UPDATE people SET user_id = ${userId}, prospect = 0
      WHERE studio_id = ${studio.id} AND id = ${id} AND user_id IS NULL
        AND merged_into IS NULL AND erased_at IS NULL AND ${unknown}`),
    invitedNote: linkedNote,
    claim: db.run(sql`
      UPDATE people SET user_id = ${userId}, prospect = 0
      WHERE ${provenEmail && email !== '' ? sql`1` : sql`0`} AND ${unknown} AND id = (
        SELECT id FROM people WHERE ${withAddress}
          AND (${sameName} OR (SELECT count(*) FROM people WHERE ${withAddress}) = 1)
        ORDER BY ${sameName} DESC, created_at, id LIMIT 1)`),
    claimNote: linkedNote,
    // The invited one may have got another account meanwhile.
    enroll: db.run(sql`
      INSERT INTO people (id, studio_id, user_id, name, email, is_staff, joined_on, created_at)
      SELECT CASE WHEN EXISTS (SELECT 1 FROM people WHERE id = ${id}) THEN ${newId()}
        ELSE ${id} END, ${studio.id}, ${userId},
        ${name}, ${email}, ${works}, ${localDate(now, studio.timeZone)}, ${now}
      WHERE ${unknown}
      ON CONFLICT DO NOTHING`),
    enrollNews: personHappenedStatement(
      { ...ctx, actor: { userId, name } },
      'joined',
      sql`(SELECT id FROM people WHERE ${mine})`,
      rightAfterChange,
    ),
    back: db.run(sql`
      UPDATE people SET archived_at = NULL, is_staff = iif(${works}, 1, is_staff)
      WHERE ${mine} AND (archived_at IS NOT NULL OR ${works} AND is_staff <> 1)`),
    enrolled: db.all<{ id: string }>(sql`SELECT id FROM people WHERE ${mine}`),
  }
}
