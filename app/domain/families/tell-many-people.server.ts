import { sql } from 'drizzle-orm'
import type { Teller } from '#app/domain/messaging/tell-people.server.ts'
import { studioMessage } from '#app/messages/studio-message.ts'
import { addressSql } from './letter-address.server.ts'
import { addressedTogether, oneLetterEach } from './one-letter.ts'

type Target = {
  personId: string
  name: string
  preferredName: string
  email: string
  guardianName: string
}

/**
 * Those whom a bulk change sent a notice, by email: in the order of their ids. One letter an
 * address however many steps it takes, so that a parent of three has one; nobody who asked not to
 * be contacted.
 */
export const tellManyPeople: Teller<'people.written_to'> = {
  message: 'studio-message',
  async listReaders(ctx, { subjectId, detail, actorName }, after, limit) {
    const { studio, origin } = ctx
    const targets = await ctx.db.all<Target>(sql`
      SELECT target.person_id AS personId, person.name, person.preferred_name AS preferredName,
        ${addressSql()}
      FROM bulk_targets AS target JOIN people AS person ON person.id = target.person_id
      WHERE target.studio_id = ${studio.id} AND target.bulk_id = ${subjectId}
        AND target.outcome = 'changed' AND target.person_id > ${after}
        AND person.do_not_contact_at IS NULL
      ORDER BY target.person_id LIMIT ${limit}`)
    const lettersOf = oneLetterEach(targets)
    return targets.map((target) => {
      const { group } = lettersOf(target)
      const { name } = addressedTogether(group)
      return {
        position: target.personId,
        key: target.email.toLowerCase(),
        personId: target.personId,
        email: target.email,
        letter: studioMessage({ studio, origin, name, text: detail.text, from: actorName }),
        notice: null,
      }
    })
  },
}
