/** Buying packs again automatically: told first, charged a day later, once for each pack used up. */

import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { hashSecretToken, sealAtRest } from '#app/domain/identity/secrets/secret-tokens.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import { savedAttemptStatement } from '#app/domain/payments/attempts/attempt-statements.server.ts'
import { failureWords } from '#app/domain/payments/attempts/attempt-words.ts'
import type { PaymentContext } from '#app/domain/payments/payment-context.ts'
import { calledSql } from '#app/domain/people/called-sql.server.ts'
import { type Look, lookAt } from '#app/domain/scope/look.ts'
import { packTopUp } from '#app/messages/sales/pack-top-up.ts'
import { newId, randomCharacters } from '#app/values/id.ts'
import { addMinutes } from '#app/values/instant.ts'
import { dayLongTime } from '#app/values/wording.ts'
import { localDateTime } from '#app/values/zone.ts'
import { cardOfSql } from '../collecting/collection-statements.server.ts'
import { ask, askedStatement } from './ask-for-charge.server.ts'
import { stoppedWords } from './top-up-forms.ts'
import { lastLotSql, lowSql, reachedSql, sellsSql, takesSql } from './top-up-sql.server.ts'

/** Packs of one run, of each step; the next takes the rest. */
const atOnce = 20
/** Minutes between the letter and the charge. */
const noticeMinutes = 24 * 60
/** Minutes after which a charge whose answer nobody wrote down is taken up again. */
const answerMinutes = 2

const ofStudio = ({ studio }: Pick<Look, 'studio'>): SQL => sql`topup.studio_id = ${studio}`

/** One has run low that nobody was told of. Without an address nobody can be, so nothing is charged. */
const toTellSql = (look: Look): SQL => sql`${ofStudio(look)} AND topup.state = 'on'
  AND ${takesSql} AND ${reachedSql} AND topup.lot_id <> coalesce(${lastLotSql}, '') AND ${lowSql(look.today)}`

const toChargeSql = (look: Look): SQL =>
  sql`${ofStudio(look)} AND topup.state = 'told' AND topup.due_at <= ${look.now}`

/** Its attempt, as `attempt`: over and noted nowhere, or never answered. */
const toNoteSql = (look: Look): SQL => sql`${ofStudio(look)} AND topup.state = 'charging'
  AND EXISTS (SELECT 1 FROM payment_attempts AS attempt
    WHERE attempt.studio_id = topup.studio_id AND attempt.purpose = 'checkout'
      AND attempt.subject_id = topup.checkout_id
      AND (attempt.state IN ('failed', 'cancelled') OR attempt.booked_at IS NOT NULL
        OR attempt.state = 'created' AND attempt.created_at <= ${addMinutes(look.now, -answerMinutes)}))`

/** Whether a studio has packs to buy again, to charge for, or to note the end of. */
export const runTopUpsDue = (look: Look): SQL => sql`EXISTS (
  SELECT 1 FROM pack_top_ups AS topup
  WHERE (${toTellSql(look)}) OR (${toChargeSql(look)}) OR (${toNoteSql(look)}))`

type Row = {
  id: string
  personId: string
  packageId: string
  pack: string
  priceMinor: number
  currency: string
  name: string
  email: string
  lotId: string
  lastLotId: string
  checkoutId: string | null
  low: number
  sells: number
  methodId: string | null
}

const rowsStatement = (ctx: PaymentContext, where: SQL) =>
  ctx.db.all<Row>(sql`
    SELECT topup.id, topup.person_id AS personId, topup.package_id AS packageId,
      bought.name AS pack, bought.price_minor AS priceMinor, bought.currency,
      ${calledSql('owner')} AS name,
      coalesce(owner.email, '') AS email, topup.lot_id AS lotId,
      coalesce(${lastLotSql}, '') AS lastLotId, topup.checkout_id AS checkoutId,
      ${lowSql(lookAt(ctx).today)} AS low, ${sellsSql} AS sells,
      ${cardOfSql('id', sql`topup.studio_id`, sql`topup.person_id`)} AS methodId
    FROM pack_top_ups AS topup JOIN packages AS bought ON bought.id = topup.package_id
    JOIN people AS owner ON owner.id = topup.person_id
    WHERE ${where} ORDER BY topup.due_at, topup.id LIMIT ${atOnce}`)

/**
 * Tells whose pack ran low that it is bought again, charges a day later what still is low, and notes
 * how it ended. A charge is a purchase of its own, claimed by one guarded statement before the
 * provider is asked, so that it is made once however often this runs; the pack is given once it is
 * paid. What fails stops it, with a letter. Answers how many steps were made.
 */
export async function runTopUps(ctx: PaymentContext): Promise<number> {
  const look = lookAt(ctx)
  let done = 0
  for (const row of await rowsStatement(ctx, toNoteSql(look))) done += await noteEnd(ctx, row)
  for (const row of await rowsStatement(ctx, toTellSql(look))) done += await tell(ctx, row)
  for (const row of await rowsStatement(ctx, toChargeSql(look))) done += await charge(ctx, row)
  return done
}

/** The letter that goes with a change of its state; once a stage and cause. */
function letterStatement(
  ctx: PaymentContext,
  row: Row,
  says: { stage: 'coming' | 'done' | 'stopped'; cause: string; when?: string; why?: string },
  onlyIf: SQL,
) {
  if (row.email === '') return {}
  const { db, studio, nowMs, origin } = ctx
  const { stage, cause, when = '', why = '' } = says
  return {
    letter: queueStatement(
      db,
      {
        studioId: studio.id,
        dedupeKey: `pack-top-up:${row.id}:${stage}:${cause}`,
        to: row.email,
        kind: 'pack-top-up',
        letter: packTopUp({
          studio,
          origin,
          name: row.name,
          stage,
          pack: row.pack,
          when,
          why,
          amountMinor: row.priceMinor,
          currency: row.currency,
        }),
      },
      nowMs,
      onlyIf,
    ),
  }
}

/** It stands so now: behind the change of its state. */
const isSql = (
  ctx: PaymentContext,
  { id }: Row,
  state: string,
  more: SQL = sql`1`,
): SQL => sql`EXISTS (
  SELECT 1 FROM pack_top_ups AS topup WHERE topup.studio_id = ${ctx.studio.id}
    AND topup.id = ${id} AND topup.state = ${state} AND ${more})`

async function tell(ctx: PaymentContext, row: Row): Promise<number> {
  if (row.sells === 0) return stop(ctx, row, 'not_sold', 'on')
  if (row.methodId === null) return stop(ctx, row, 'no_card', 'on')
  const { db, studio, now } = ctx
  const dueAt = addMinutes(now, noticeMinutes)
  const when = dayLongTime(localDateTime(dueAt, studio.timeZone), studio.locale)
  const { told } = await batch(db, {
    told: db.run(sql`
      UPDATE pack_top_ups AS topup SET state = 'told', lot_id = ${row.lastLotId},
        due_at = ${dueAt}
      WHERE topup.id = ${row.id} AND ${toTellSql(lookAt(ctx))}
        AND ${lastLotSql} = ${row.lastLotId}`),
    ...letterStatement(
      ctx,
      row,
      // Turned off and on again, the same pack is told of again: each charge has a letter of its own.
      { stage: 'coming', cause: `${row.lastLotId}:${dueAt}`, when: `on ${when}` },
      isSql(ctx, row, 'told', sql`topup.lot_id = ${row.lastLotId} AND topup.due_at = ${dueAt}`),
    ),
  })
  return changed(told)
}

async function charge(ctx: PaymentContext, row: Row): Promise<number> {
  const { db, studio, now } = ctx
  const { id, personId, packageId, priceMinor, currency, methodId } = row
  if (row.sells === 0) return stop(ctx, row, 'not_sold', 'told')
  if (methodId === null) return stop(ctx, row, 'no_card', 'told')
  // They bought one meanwhile, or got classes back: it waits for the next time, also of this pack.
  if (row.low === 0) {
    const { back } = await batch(db, {
      back: db.run(sql`
        UPDATE pack_top_ups SET state = 'on', lot_id = '', due_at = NULL
        WHERE studio_id = ${studio.id} AND id = ${id} AND state = 'told'`),
    })
    return changed(back)
  }
  const [checkoutId, attemptId, key] = [newId(), newId(), randomCharacters(24)]
  const what = `${studio.name}, ${row.pack}`
  const mine = isSql(ctx, row, 'charging', sql`topup.checkout_id = ${checkoutId}`)
  const { claim } = await batch(db, {
    claim: db.run(sql`
      UPDATE pack_top_ups AS topup SET state = 'charging', checkout_id = ${checkoutId},
        due_at = NULL
      WHERE topup.id = ${id} AND ${toChargeSql(lookAt(ctx))} AND ${sellsSql} AND ${takesSql}
        AND ${lowSql(lookAt(ctx).today)}`),
    checkout: db.run(sql`
      INSERT INTO checkouts (id, studio_id, token_hash, sealed, person_id, package_id, method,
        amount_minor, created_at, expires_at)
      SELECT ${checkoutId}, ${studio.id}, ${hashSecretToken(key)}, ${sealAtRest(ctx, key)},
        ${personId}, ${packageId}, 'online', ${priceMinor}, ${now}, ${now}
      WHERE ${mine} ON CONFLICT DO NOTHING`),
    attempt: savedAttemptStatement(
      ctx,
      {
        id: attemptId,
        personId,
        purpose: 'checkout',
        subjectId: checkoutId,
        what,
        amountMinor: priceMinor,
        currency,
        methodId,
      },
      mine,
    ),
  })
  if (changed(claim) === 0) return 0
  await ask(ctx, attemptId)
  await noteEnd(ctx, { ...row, checkoutId })
  return 1
}

/** Notes how a charge ended: on for the next pack, or stopped. */
async function noteEnd(ctx: PaymentContext, row: Row): Promise<number> {
  const ofIt = sql`attempt.subject_id = ${row.checkoutId}`
  let [attempt] = await askedStatement(ctx, ofIt)
  if (attempt?.state === 'created') {
    // Its card was removed before the provider was asked: nothing can be charged.
    if (attempt.customerRef === '') return stop(ctx, row, 'no_card', 'charging')
    await ask(ctx, attempt.id)
    attempt = (await askedStatement(ctx, ofIt))[0]
  }
  if (!attempt) return 0
  if (attempt.state === 'failed' || attempt.state === 'cancelled') {
    return stop(ctx, row, attempt.code ?? 'failed', 'charging')
  }
  if (attempt.bookedAt === null) return 0
  if (attempt.given !== 'done') return stop(ctx, row, 'not_given', 'charging')
  const { db, studio } = ctx
  const { on } = await batch(db, {
    on: db.run(sql`
      UPDATE pack_top_ups SET state = 'on' WHERE studio_id = ${studio.id} AND id = ${row.id}
        AND state = 'charging' AND checkout_id = ${row.checkoutId}`),
    ...letterStatement(
      ctx,
      row,
      { stage: 'done', cause: row.checkoutId ?? '' },
      isSql(ctx, row, 'on', sql`topup.checkout_id = ${row.checkoutId}`),
    ),
  })
  return changed(on)
}

/** Stops it until its owner turns it on again, and tells them why. */
async function stop(
  ctx: PaymentContext,
  row: Row,
  reason: string,
  from: 'on' | 'told' | 'charging',
): Promise<number> {
  const { db, studio, now } = ctx
  const said = stoppedWords(reason)
  const known = ['no_card', 'not_sold', 'not_given'].includes(reason)
  const why = known ? said : failureWords(reason).replace(/\.$/, '').replace(/^./, lower)
  const { stopped } = await batch(db, {
    stopped: db.run(sql`
      UPDATE pack_top_ups SET state = 'stopped', reason = ${reason}, due_at = NULL
      WHERE studio_id = ${studio.id} AND id = ${row.id} AND state = ${from}
        AND checkout_id IS ${row.checkoutId}`),
    ...letterStatement(
      ctx,
      row,
      { stage: 'stopped', cause: `${row.checkoutId ?? row.lastLotId}:${now}`, why },
      isSql(ctx, row, 'stopped', sql`topup.reason = ${reason}`),
    ),
  })
  return changed(stopped)
}

const lower = (letter: string) => letter.toLowerCase()
