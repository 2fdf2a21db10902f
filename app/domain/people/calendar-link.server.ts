import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import type { StudioDb } from '#app/db/connection.server.ts'
import {
  hashSecretToken,
  openAtRest,
  sealAtRest,
} from '#app/domain/identity/secrets/secret-tokens.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { randomCharacters } from '#app/values/id.ts'

/** Nobody guesses one of 62^32. */
const length = 32

/** The installation's secret, which seals what is shown again. */
type Sealing = { secret: string }

type LinkRow = { token: string; tokenHash: string | null; sealed: string }

/** A person's link: `token` is null where it was sealed with a secret that is gone. */
export type CalendarLink = { token: string | null; replaces: string }

/** The person's feed, for a page's batch; none until one was made. `toCalendarLink` reads it. */
export function calendarLinkStatement({ db, studio, person }: MemberContext): Statement<LinkRow[]> {
  return db.all<LinkRow>(
    sql`SELECT token, token_hash AS tokenHash, sealed FROM calendar_links
      WHERE studio_id = ${studio.id} AND person_id = ${person.id}`,
  )
}

/** What the page shows of it, and what its form sends back as `replaces`; null where there is none. */
export function toCalendarLink([row]: LinkRow[], sealing: Sealing): CalendarLink | null {
  if (!row) return null
  if (row.tokenHash === null) return { token: row.token, replaces: row.token }
  try {
    const token = openAtRest(sealing, row.sealed)
    return { token, replaces: token }
  } catch {
    return { token: null, replaces: row.tokenHash }
  }
}

/** A condition over `calendar_links AS link`: it is the link that `token` opens. */
export const isCalendarLinkSql = (token: string): SQL =>
  sql`(link.token_hash = ${hashSecretToken(token)}
    OR (link.token_hash IS NULL AND link.token = ${token}))`

/**
 * Makes the person's secret link, or another in place of the one they have: that stops at once.
 * `replaces` is what the page sent, so that sending the form twice makes one new link and not two.
 * Answers the link's secret that holds; empty where it cannot be read any more.
 */
export async function makeCalendarLink(
  ctx: MemberContext,
  { replaces, ...sealing }: { replaces: string } & Sealing,
): Promise<string> {
  const { db, studio, person, now } = ctx
  const token = randomCharacters(length)
  const { link } = await batch(db, {
    made: db.run(sql`
      INSERT INTO calendar_links AS link (person_id, studio_id, token, token_hash, sealed, created_at)
      VALUES (${person.id}, ${studio.id}, '', ${hashSecretToken(token)},
        ${sealAtRest(sealing, token)}, ${now})
      ON CONFLICT (person_id) DO UPDATE SET token = '', token_hash = excluded.token_hash,
        sealed = excluded.sealed, created_at = excluded.created_at
      WHERE link.studio_id = excluded.studio_id
        AND (link.token_hash = ${replaces} OR ${isCalendarLinkSql(replaces)})`),
    link: calendarLinkStatement(ctx),
  })
  return toCalendarLink(link, sealing)?.token ?? ''
}

/** Links of one run; the next takes more. */
const atOnce = 200

/**
 * Seals links of a shard that were made before links were sealed: they go on working. May run any
 * number of times, also while one is replaced. Answers how many.
 */
export async function sealCalendarLinks(db: StudioDb, sealing: Sealing): Promise<number> {
  const links = await db.all<{ personId: string; token: string }>(
    sql`SELECT person_id AS personId, token FROM calendar_links
      WHERE token_hash IS NULL LIMIT ${atOnce}`,
  )
  if (links.length === 0) return 0
  const sealed = links.map((link) => ({
    ...link,
    hash: hashSecretToken(link.token),
    sealed: sealAtRest(sealing, link.token),
  }))
  await db.run(sql`
    UPDATE calendar_links SET token = '', token_hash = input.value ->> 'hash',
      sealed = input.value ->> 'sealed'
    FROM json_each(${JSON.stringify(sealed)}) AS input
    WHERE calendar_links.person_id = input.value ->> 'personId' AND token_hash IS NULL
      AND calendar_links.token = input.value ->> 'token'`)
  return links.length
}
