import { sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { randomCharacters } from '#app/values/id.ts'

/** Nobody guesses one of 62^32. */
const length = 32

/** The secret of a person's feed, for a page's batch; none until one was made. */
export function calendarLinkStatement({
  db,
  studio,
  person,
}: MemberContext): Statement<{ token: string }[]> {
  return db.all<{ token: string }>(
    sql`SELECT token FROM calendar_links
      WHERE studio_id = ${studio.id} AND person_id = ${person.id}`,
  )
}

/**
 * Makes the person's secret link, or another in place of the one they have: that stops at once.
 * `replaces` is the one the page showed, so that sending the form twice makes one new link and not
 * two. Answers the link's secret that holds.
 */
export async function makeCalendarLink(
  ctx: MemberContext,
  { replaces }: { replaces: string },
): Promise<string> {
  const { db, studio, person, now } = ctx
  const { link } = await batch(db, {
    made: db.run(sql`
      INSERT INTO calendar_links (person_id, studio_id, token, created_at)
      VALUES (${person.id}, ${studio.id}, ${randomCharacters(length)}, ${now})
      ON CONFLICT (person_id) DO UPDATE SET token = excluded.token, created_at = excluded.created_at
      WHERE calendar_links.studio_id = excluded.studio_id AND calendar_links.token = ${replaces}`),
    link: calendarLinkStatement(ctx),
  })
  return link[0]?.token ?? ''
}
