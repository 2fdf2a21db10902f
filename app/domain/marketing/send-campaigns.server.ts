/** Sends what is scheduled: whom it is for is fixed once, and each is asked again at their letter. */
import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { nextAllowed } from '#app/domain/automation/quiet-hours.ts'
import { queueManyStatement } from '#app/domain/messaging/outbox.server.ts'
import { unsubscribeLinksStatement } from '#app/domain/people/consents/unsubscribe.server.ts'
import type { ListContext } from '#app/domain/people/list/people-where.server.ts'
import type { Look } from '#app/domain/scope/look.ts'
import { paths } from '#app/paths.ts'
import { addMinutes } from '#app/values/instant.ts'
import { audienceSql } from './audience-sql.server.ts'
import { type Campaign, dueCampaigns } from './campaign-queries.server.ts'
import { fillClassStatement } from './fill-candidates.server.ts'
import { addressSql, leftOutSql } from './left-out-sql.server.ts'
import { getsSecond, letterOf } from './letter-of.ts'
import { findMarketingRule } from './marketing-rule.server.ts'
import type { MarketingRule } from './marketing-rule.ts'
import { tallyStatement } from './tally-statement.server.ts'

/** People of one step: all of it is one batch. */
const peopleAtOnce = 50

/** Steps of one run, a minute: fewer letters than a minute delivers, so that receipts do not wait. */
const stepsAtOnce = 3

/** Letters for each free place of a class, and minutes to answer them before the next go out. */
const lettersForPlace = 3
const minutesToAnswer = 30

/** Whether a studio has a campaign whose next step is due. */
export const sendCampaignsDue = ({ studio, now }: Look): SQL =>
  sql`EXISTS (SELECT 1 FROM campaigns AS due WHERE due.studio_id = ${studio}
    AND due.state IN ('scheduled', 'sending') AND due.next_at <= ${now})`

/**
 * Takes each campaign that is due some steps further: its audience is written down when sending
 * begins, then letters go out fifty people a batch, everyone asked again what leaves them out.
 * Outside the studio's hours it waits for the next morning. A letter's key is campaign and person,
 * and a person leaves the waiting in the batch that queues it: run twice, at once or cut off, nobody
 * gets two. Answers how many campaigns moved.
 */
export async function sendCampaigns(ctx: ListContext): Promise<number> {
  const due = await dueCampaigns(ctx)
  if (due.length === 0) return 0
  const rule = await findMarketingRule(ctx)
  for (const campaign of due) await moveOn(ctx, campaign, rule)
  return due.length
}

async function moveOn(ctx: ListContext, campaign: Campaign, rule: MarketingRule): Promise<void> {
  const { db, studio, now } = ctx
  const { id } = campaign
  const allowed = nextAllowed(now, studio.timeZone, rule)
  if (allowed > now) {
    await batch(db, { later: nextStatement(ctx, id, allowed) })
    return
  }
  if (campaign.state === 'scheduled') await begin(ctx, campaign)
  for (let step = 0; step < stepsAtOnce; step += 1) {
    const more = await sendSome(ctx, campaign)
    if (!more) break
  }
  await batch(db, { tally: tallyStatement(ctx, id) })
}

const nextStatement = ({ db, studio }: ListContext, id: string, at: string) =>
  db.run(sql`UPDATE campaigns SET next_at = ${at}
    WHERE studio_id = ${studio.id} AND id = ${id} AND state IN ('scheduled', 'sending')`)

/** Writes down the audience as it is now, and sets it sending; all of it once. */
async function begin(ctx: ListContext, campaign: Campaign): Promise<void> {
  const { db, studio, now } = ctx
  const { id } = campaign
  const audience = await audienceSql(ctx, campaign)
  await batch(db, {
    gathered: db.run(sql`
      INSERT INTO campaign_recipients (studio_id, campaign_id, person_id, outcome, at)
      SELECT ${studio.id}, ${id}, person.id, 'waiting', ${now} FROM ${audience}
        AND EXISTS (SELECT 1 FROM campaigns AS own WHERE own.studio_id = ${studio.id}
          AND own.id = ${id} AND own.state = 'scheduled' AND own.next_at <= ${now})
      ON CONFLICT DO NOTHING`),
    began: db.run(sql`
      UPDATE campaigns SET state = 'sending', started_at = ${now}
      WHERE studio_id = ${studio.id} AND id = ${id} AND state = 'scheduled' AND next_at <= ${now}`),
  })
}

type Reader = { personId: string; name: string; preferredName: string; address: string }

/** One step; false where there is none after it now. */
async function sendSome(ctx: ListContext, campaign: Campaign): Promise<boolean> {
  const { db, studio, now, nowMs, origin } = ctx
  const { id, occurrenceId, channel } = campaign
  const to = addressSql(ctx, channel)
  const mine = sql`studio_id = ${studio.id} AND campaign_id = ${id}`
  const room = occurrenceId ? await roomIn(ctx, occurrenceId) : peopleAtOnce
  if (room === 0) {
    await batch(db, {
      full: db.run(sql`UPDATE campaign_recipients SET outcome = 'full', at = ${now}
        WHERE ${mine} AND outcome = 'waiting'`),
      over: overStatement(ctx, id),
    })
    return false
  }
  const readers = await db.all<Reader>(sql`
    SELECT person.id AS personId, person.name, person.preferred_name AS preferredName,
      ${to} AS address
    FROM campaign_recipients AS waiting CROSS JOIN people AS person ON person.id = waiting.person_id
    WHERE waiting.studio_id = ${studio.id} AND waiting.campaign_id = ${id}
      AND waiting.outcome = 'waiting'
    ORDER BY waiting.person_id LIMIT ${Math.min(room, peopleAtOnce)}`)
  if (readers.length === 0) {
    await batch(db, { over: overStatement(ctx, id) })
    return false
  }
  const ids = JSON.stringify(readers.map(({ personId }) => personId))
  const second = new Set(
    readers.map(({ personId }) => personId).filter((one) => getsSecond(campaign, one)),
  )
  const sending = sql`EXISTS (SELECT 1 FROM campaigns AS own WHERE own.studio_id = ${studio.id}
    AND own.id = ${id} AND own.state = 'sending')`
  const link = `${origin}${paths.unsubscribe(studio, '')}`
  await batch(db, {
    links: unsubscribeLinksStatement(
      ctx,
      readers.map(({ personId }) => personId),
    ),
    judged: db.run(sql`
      UPDATE campaign_recipients SET at = ${now},
        outcome = CASE WHEN judged.why <> '' THEN judged.why
          WHEN judged.nth > 1 OR EXISTS (SELECT 1 FROM campaign_recipients AS had
              WHERE had.studio_id = ${studio.id} AND had.campaign_id = ${id} AND had.address <> ''
                AND had.address = judged.address) THEN 'same_address'
          ELSE 'sent' END
      FROM (SELECT asked.*,
          row_number() OVER (PARTITION BY asked.address, asked.why ORDER BY asked.id) AS nth
        FROM (SELECT person.id, ${to} AS address, ${leftOutSql(ctx, campaign)} AS why
          FROM people AS person
          WHERE person.id IN (SELECT value FROM json_each(${ids}))) AS asked) AS judged
      WHERE campaign_recipients.studio_id = ${studio.id}
        AND campaign_recipients.campaign_id = ${id}
        AND campaign_recipients.person_id = judged.id
        AND campaign_recipients.outcome = 'waiting' AND ${sending}`),
    letters: queueManyStatement(
      db,
      {
        ...(channel === 'sms' ? { kind: 'campaign-text' } : { kind: 'campaign-letter' }),
        studioId: studio.id,
        channel,
        letters: readers.map((reader) => ({
          dedupeKey: `campaign:${studio.id}:${id}:${reader.personId}`,
          to: reader.address,
          personId: reader.personId,
          letter: letterOf(ctx, campaign, reader, { second: second.has(reader.personId) }),
        })),
      },
      {
        onlyIf: sql`EXISTS (SELECT 1 FROM campaign_recipients AS gets
          WHERE gets.studio_id = ${studio.id} AND gets.campaign_id = ${id}
            AND gets.person_id = each.person_id AND gets.outcome = 'sent' AND gets.address = '')`,
        unsubscribe:
          channel === 'sms'
            ? sql`NULL`
            : sql`(SELECT ${link} || link.token || ${`?from=${id}`}
          FROM unsubscribe_links AS link
          WHERE link.studio_id = ${studio.id} AND link.person_id = each.person_id)`,
      },
      nowMs,
    ),
    addressed: db.run(sql`
      UPDATE campaign_recipients SET address = (SELECT ${to} FROM people AS person
          WHERE person.id = campaign_recipients.person_id),
        variant = CASE WHEN ${campaign.subjectB} = '' THEN ''
          WHEN person_id IN (SELECT value FROM json_each(${JSON.stringify([...second])})) THEN 'b'
          ELSE 'a' END
      WHERE ${mine} AND person_id IN (SELECT value FROM json_each(${ids})) AND outcome = 'sent'
        AND address = ''`),
    // Those of a class answer before the next are asked.
    later: occurrenceId ? nextStatement(ctx, id, addMinutes(now, minutesToAnswer)) : null,
    over: overStatement(ctx, id),
  })
  return !occurrenceId && readers.length === peopleAtOnce
}

/** How many are told of a class at once: some for each free place; none once it began or is full. */
async function roomIn(ctx: ListContext, occurrenceId: string): Promise<number> {
  const [fill] = await fillClassStatement(ctx, occurrenceId)
  if (fill?.state !== 'scheduled' || fill.startsAt <= ctx.now) return 0
  return fill.free * lettersForPlace
}

/** It is sent once nobody waits. */
const overStatement = ({ db, studio, now }: ListContext, id: string) =>
  db.run(sql`
    UPDATE campaigns SET state = 'sent', next_at = NULL, ended_at = ${now}
    WHERE studio_id = ${studio.id} AND id = ${id} AND state = 'sending' AND NOT EXISTS (
      SELECT 1 FROM campaign_recipients AS waiting WHERE waiting.studio_id = ${studio.id}
        AND waiting.campaign_id = ${id} AND waiting.outcome = 'waiting')`)
