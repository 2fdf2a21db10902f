/** Asks members how likely they are to recommend the studio, once a period. */
import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { nextAllowed } from '#app/domain/automation/quiet-hours.ts'
import {
  hashSecretToken,
  newSecretToken,
} from '#app/domain/identity/secrets/secret-tokens.server.ts'
import { leftOutSql } from '#app/domain/marketing/left-out-sql.server.ts'
import { findMarketingRule } from '#app/domain/marketing/marketing-rule.server.ts'
import { queueManyStatement } from '#app/domain/messaging/outbox.server.ts'
import { unsubscribeLinksStatement } from '#app/domain/people/consents/unsubscribe.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Look } from '#app/domain/scope/look.ts'
import { scoreQuestion } from '#app/messages/insights/score-question.ts'
import { paths } from '#app/paths.ts'
import { newId } from '#app/values/id.ts'
import { addMinutes } from '#app/values/instant.ts'
import { addDays, localDate } from '#app/values/zone.ts'

/** People of one step, and minutes until the next: a letter to everyone takes days, not a minute. */
const atOnce = 25
const nextMinutes = 10
/** Where nobody is left to ask, it is looked again after this long. */
const idleMinutes = 6 * 60

/** Anyone who joined lately, or has not come for long, has no word on it yet, or no more. */
const knownDays = 30
const cameDays = 60

/** Whether a studio asks, and it is time to look for people. */
export const askScoresDue = ({ studio, now }: Look): SQL => sql`EXISTS (
  SELECT 1 FROM score_rules AS rule WHERE rule.studio_id = ${studio} AND rule.asks = 1
    AND coalesce(rule.next_at, '') <= ${now})`

/**
 * Asks the next people: members who know the studio and came lately, who agreed to news by email and
 * are within its limit of marketing emails, in its hours, each address once in the period that it set.
 * The row and its letter are one batch, so nobody is asked twice by two runs. Answers how many it looked
 * at.
 */
export async function askScores(ctx: StudioContext): Promise<number> {
  const { db, studio, now, nowMs, origin } = ctx
  const [rule] = await db.all<{ everyDays: number }>(sql`
    SELECT every_days AS everyDays FROM score_rules
    WHERE studio_id = ${studio.id} AND asks = 1 AND coalesce(next_at, '') <= ${now}`)
  if (!rule) return 0
  const next = (at: string) =>
    db.run(sql`UPDATE score_rules SET next_at = ${at} WHERE studio_id = ${studio.id}`)
  const allowed = nextAllowed(now, studio.timeZone, await findMarketingRule(ctx))
  if (allowed > now) {
    await batch(db, { next: next(allowed) })
    return 0
  }
  const today = localDate(now, studio.timeZone)
  const toAsk = sql`person.studio_id = ${studio.id} AND person.is_staff = 0
    AND person.held_until >= ${today} AND person.joined_on <= ${addDays(today, -knownDays)}
    AND person.last_visit_at >= ${addMinutes(now, -cameDays * 24 * 60)}
    AND NOT EXISTS (SELECT 1 FROM people AS reader
      CROSS JOIN score_asks AS had ON had.studio_id = reader.studio_id
        AND had.person_id = reader.id
      WHERE reader.studio_id = ${studio.id} AND reader.email = person.email
      AND had.asked_at > ${addMinutes(now, -rule.everyDays * 24 * 60)})
    AND ${leftOutSql(ctx, { channel: 'email', occurrenceId: null })} = ''`
  const people = await db.all<{ id: string; name: string; email: string }>(sql`
    SELECT person.id, person.name, person.email FROM people AS person
    WHERE ${toAsk} ORDER BY person.id LIMIT ${atOnce}`)
  if (people.length === 0) {
    await batch(db, { next: next(addMinutes(now, idleMinutes)) })
    return 0
  }
  // Who shares an address with somebody before them is found no more the next time.
  const readers = [...new Map(people.toReversed().map((one) => [one.email, one])).values()]
  const asks = readers.map((one) => ({ ...one, ask: newId(), token: newSecretToken() }))
  const rows = asks.map(({ id, ask, token }) => ({ id, ask, hash: hashSecretToken(token) }))
  const link = `${origin}${paths.unsubscribe(studio, '')}`
  await batch(db, {
    links: unsubscribeLinksStatement(
      ctx,
      asks.map(({ id }) => id),
    ),
    asked: db.run(sql`
      INSERT INTO score_asks (id, studio_id, person_id, token, asked_at)
      SELECT one.value ->> 'ask', ${studio.id}, person.id, one.value ->> 'hash', ${now}
      FROM json_each(${JSON.stringify(rows)}) AS one
      JOIN people AS person ON person.id = one.value ->> 'id' WHERE ${toAsk}`),
    letters: queueManyStatement(
      db,
      {
        studioId: studio.id,
        kind: 'score-question',
        letters: asks.map(({ id, ask, token, name, email }) => ({
          dedupeKey: `score:${ask}`,
          to: email,
          personId: id,
          letter: scoreQuestion({ studio, name, href: `${origin}${paths.score(studio, token)}` }),
        })),
      },
      {
        onlyIf: sql`EXISTS (SELECT 1 FROM score_asks AS ask WHERE ask.studio_id = ${studio.id}
          AND 'score:' || ask.id = each.dedupe_key AND ask.person_id = each.person_id)`,
        unsubscribe: sql`(SELECT ${link} || link.token FROM unsubscribe_links AS link
          WHERE link.studio_id = ${studio.id} AND link.person_id = each.person_id)`,
      },
      nowMs,
    ),
    next: next(addMinutes(now, nextMinutes)),
  })
  return people.length
}
