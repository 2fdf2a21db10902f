import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { cappedSql } from '#app/domain/automation/causes-sql.server.ts'
import { nextAllowed } from '#app/domain/automation/quiet-hours.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import { mayMarketSql } from '#app/domain/people/consents/consent-statements.server.ts'
import { unsubscribeLinkStatement } from '#app/domain/people/consents/unsubscribe.server.ts'
import { hadOnceSql } from '#app/domain/sales/sell/sell-package.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { type Look, lookAt } from '#app/domain/scope/look.ts'
import { offerReminder } from '#app/messages/leads/offer-reminder.ts'
import { paths } from '#app/paths.ts'
import { addMinutes } from '#app/values/instant.ts'
import { remindHours } from './funnel-words.ts'
import { gotSql, packageNowSql, planNowSql } from './offer-sql.server.ts'

/** Letters of one step. */
const atOnce = 25

/** So many days somebody who has had the studio's limit of letters is asked about again. */
const laterDays = 7

const waitingSql = ({ studio, now }: Look): SQL => sql`FROM funnel_starts AS start
  JOIN funnels AS funnel ON funnel.id = start.funnel_id AND funnel.studio_id = start.studio_id
  JOIN people AS person ON person.id = start.person_id AND person.studio_id = start.studio_id
  WHERE start.studio_id = ${studio} AND start.reminder = 'waiting' AND start.remind_at <= ${now}`

/** Whether a studio has people who started, did not buy, and were not written to. */
export const remindStartsDue = (look: Look): SQL => sql`EXISTS (SELECT 1 ${waitingSql(look)})`

type Waiting = {
  id: string
  personId: string
  name: string
  email: string
  slug: string
  headline: string
}

/**
 * Writes once to people who started at a funnel and did not buy: only while it is live and
 * what it sells is on sale to them, only with their consent to news by email and within the studio's
 * limit of marketing emails, which is asked in the batch that sends. Whoever has reached the limit is
 * asked about again the next day, for a week. The letter's key is the start, so that two runs at once
 * send one. Answers how many were looked at.
 */
export async function remindStarts(ctx: StudioContext): Promise<number> {
  const { db, studio, now, nowMs, origin } = ctx
  const tomorrow = nextAllowed(addMinutes(now, 24 * 60), studio.timeZone, remindHours)
  const packageId = packageNowSql
  const had = hadOnceSql(ctx, { packageId, personId: sql`person.id`, besides: '' })
  const soldSql = sql`coalesce(${packageId}, ${planNowSql(ctx)}) IS NOT NULL AND NOT ${had}`
  const waiting = await db.all<Waiting>(sql`
    SELECT start.id, person.id AS personId, person.name, person.email, funnel.slug, funnel.headline
    ${waitingSql(lookAt(ctx))} ORDER BY start.remind_at, start.id LIMIT ${atOnce}`)
  const statements: Record<string, Statement<D1Result>> = {}
  for (const { id, personId, name, email, slug, headline } of waiting) {
    const dedupeKey = `funnel-reminder:${studio.id}:${id}`
    const link = `${origin}${paths.unsubscribe(studio, '')}`
    statements[`link ${id}`] = unsubscribeLinkStatement(ctx, personId)
    statements[`letter ${id}`] = queueStatement(
      db,
      {
        ...{ studioId: studio.id, dedupeKey, to: email, kind: 'offer-reminder' },
        letter: offerReminder({
          ...{ studio, name, headline },
          href: `${origin}${paths.offer(studio, slug)}`,
        }),
        unsubscribe: sql`(SELECT ${link} || link.token FROM unsubscribe_links AS link
          WHERE link.studio_id = ${studio.id} AND link.person_id = ${personId})`,
      },
      nowMs,
      sql`EXISTS (SELECT 1 ${waitingSql(lookAt(ctx))} AND start.id = ${id}
        AND funnel.state = 'live' AND ${soldSql} AND start.paid_at IS NULL AND person.email <> ''
        AND person.archived_at IS NULL AND person.banned_at IS NULL AND person.erased_at IS NULL
        AND ${mayMarketSql(ctx, 'email')} AND NOT ${cappedSql(ctx)} AND NOT EXISTS (SELECT 1 FROM ${gotSql} AS bought))`,
    )
    const mine = sql`studio_id = ${studio.id} AND id = ${id} AND reminder = 'waiting'`
    const sent = sql`EXISTS (SELECT 1 FROM outbox WHERE outbox.dedupe_key = ${dedupeKey})`
    statements[`later ${id}`] = db.run(sql`
      UPDATE funnel_starts SET remind_at = ${tomorrow}
      WHERE ${mine} AND NOT ${sent} AND last_at > ${addMinutes(now, -laterDays * 24 * 60)}
        AND EXISTS (SELECT 1 FROM people AS person WHERE person.id = funnel_starts.person_id
          AND person.studio_id = funnel_starts.studio_id AND ${cappedSql(ctx)})`)
    // When it went out is what the limit counts.
    statements[`done ${id}`] = db.run(sql`
      UPDATE funnel_starts SET reminder = iif(${sent}, 'sent', 'left_out'),
        remind_at = iif(${sent}, ${now}, remind_at)
      WHERE ${mine} AND remind_at <= ${now}`)
  }
  if (waiting.length > 0) await batch(db, statements)
  return waiting.length
}
