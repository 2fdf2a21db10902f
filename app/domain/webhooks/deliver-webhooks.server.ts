/** Posts what waits for the webhooks of a studio. */
import { type SQL, sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import { rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { openAtRest } from '#app/domain/identity/secrets/secret-tokens.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { type Look, lookAt } from '#app/domain/scope/look.ts'
import { raiseTaskStatement } from '#app/domain/tasks/task-statements.server.ts'
import { paths } from '#app/paths.ts'
import { randomCharacters } from '#app/values/id.ts'
import { addMinutes, type Instant, instantFromMs, instantToMs } from '#app/values/instant.ts'
import { signedPost } from '#app/values/mail/standard-webhooks.ts'
import { feedWebhooks, keptDays } from './feed-webhooks.server.ts'
import { type Answer, type PostOptions, postWebhook } from './post-webhook.server.ts'
import { liveTargetSql } from './webhook-sql.server.ts'
import { nextTry, triesOfRound } from './webhook-tries.ts'

/** A claim lasts so long, more than a try takes: only a crashed one's is taken again. */
const claimMinutes = 2

/** So many failures in a row of one target end its turn. */
const failuresInARow = 3

/** Minutes of nothing but failures after which a target is paused: three days. */
const patienceMinutes = 3 * 24 * 60

/** Deliveries that are too old go in portions of so many. */
const forgottenAtOnce = 500

const tooOld = (now: Instant) => addMinutes(now, -keptDays * 24 * 60)

/** Whether a studio has events to post, posts that are due, or deliveries to forget. */
export const webhooksDue = ({ studio, now }: Look): SQL => sql`(EXISTS (
    SELECT 1 FROM webhook_targets AS target
    WHERE target.studio_id = ${studio} AND target.ended_at IS NULL AND target.paused = '' AND (
      EXISTS (SELECT 1 FROM happenings AS happening
        WHERE happening.studio_id = target.studio_id AND happening.seq > target.seen_seq)
      OR coalesce(target.held_until, '') <= ${now} AND EXISTS (
        SELECT 1 FROM webhook_deliveries AS delivery
        WHERE delivery.studio_id = target.studio_id AND delivery.target_id = target.id
          AND delivery.state = 'waiting' AND delivery.next_at <= ${now})))
  OR EXISTS (SELECT 1 FROM webhook_deliveries AS old
    WHERE old.studio_id = ${studio} AND old.created_at < ${tooOld(now)}))`

type Target = { id: string; name: string; address: string; sealed: string; former: string | null }
type Claimed = { id: string; body: string; step: number }

export type WebhookTime = {
  /** Over at `untilMs`: real time, or an invocation's queries as `stepTime` has it. */
  clock: () => number
  untilMs: number
  /** Real time in milliseconds, which posts are signed with. */
  realClock: () => number
}

/**
 * Makes the deliveries of what happened, posts those that are due, each target beside the others and
 * in the order they fell due, and forgets those of more than 30 days ago. A delivery is claimed by
 * one conditional UPDATE, so that any number may run at once. Goes on until `untilMs`; the next run
 * takes the rest. Answers how many posts were taken, how many were not, and whether more is due.
 */
export async function sendWebhooks(
  ctx: StudioContext,
  time: WebhookTime,
  options: PostOptions = {},
): Promise<{ done: number; failed: number; more: boolean }> {
  const { db, studio, now } = ctx
  const inTime = () => time.clock() < time.untilMs
  for (let more = true; more && inTime(); ) ({ more } = await feedWebhooks(ctx))
  const targets = await db.all<Target>(sql`
    SELECT target.id, target.name, target.address, target.sealed_secret AS sealed,
      iif(target.former_until > ${now}, target.former_sealed_secret, NULL) AS former
    FROM webhook_targets AS target
    WHERE ${liveTargetSql(ctx)} AND coalesce(target.held_until, '') <= ${now} LIMIT 20`)
  const turns = await Promise.all(
    targets.map((target) => sendToTarget(ctx, target, { inTime, clock: time.realClock, options })),
  )
  const { forgotten } = await batch(db, {
    forgotten: db.run(sql`DELETE FROM webhook_deliveries WHERE studio_id = ${studio.id} AND id IN (
      SELECT id FROM webhook_deliveries WHERE studio_id = ${studio.id}
        AND created_at < ${tooOld(now)} LIMIT ${forgottenAtOnce})`),
  })
  const sum = (of: 'done' | 'failed') => turns.reduce((n, turn) => n + turn[of], 0)
  const more = changed(forgotten) > 0 || sum('done') > 0 ? await isDue(ctx) : false
  return { done: sum('done'), failed: sum('failed'), more }
}

async function isDue(ctx: StudioContext): Promise<boolean> {
  const rows = await ctx.db.all(sql`SELECT 1 WHERE ${webhooksDue(lookAt(ctx))}`)
  return rows.length > 0
}

async function sendToTarget(
  ctx: StudioContext,
  target: Target,
  turn: { inTime: () => boolean; clock: () => number; options: PostOptions },
): Promise<{ done: number; failed: number }> {
  const { db } = ctx
  const sum = { done: 0, failed: 0 }
  for (let failures = 0; turn.inTime() && failures < failuresInARow; ) {
    const claim = randomCharacters(12)
    const delivery = await claimNext(ctx, target.id, claim)
    if (!delivery) break
    const answer = await tryOnce(ctx, target, delivery, turn)
    const taken = answer.status !== null && answer.status >= 200 && answer.status < 300
    const settled = taken
      ? takenStatements(ctx, target, delivery, claim, answer)
      : failedStatements(ctx, target, delivery, claim, answer)
    await batch(db, settled)
    sum[taken ? 'done' : 'failed'] += 1
    failures = taken ? 0 : failures + 1
    if (answer.heldMs > 0 || answer.status === 410) break
  }
  return sum
}

async function claimNext(
  { db, studio, now }: StudioContext,
  targetId: string,
  claim: string,
): Promise<Claimed | null> {
  const due = sql`studio_id = ${studio.id} AND target_id = ${targetId} AND state = 'waiting'
    AND next_at <= ${now}`
  const { claimed } = await batch(db, {
    // One that kills its claimer must not be tried for ever.
    cutOff: db.run(sql`
      UPDATE webhook_deliveries SET state = 'failed', status = NULL, error = 'cut_off', claim = NULL
      WHERE ${due} AND step >= ${triesOfRound}`),
    claimed: db.all<Claimed>(sql`
      UPDATE webhook_deliveries SET claim = ${claim}, tries = tries + 1, step = step + 1,
        tried_at = ${now}, next_at = ${addMinutes(now, claimMinutes)}
      WHERE id = (SELECT id FROM webhook_deliveries WHERE ${due} ORDER BY next_at, rowid LIMIT 1)
        AND ${due} AND EXISTS (SELECT 1 FROM webhook_targets AS target
          WHERE ${liveTargetSql({ studio })} AND target.id = ${targetId})
      RETURNING id, body, step`),
  })
  return claimed[0] ?? null
}

async function tryOnce(
  ctx: StudioContext,
  { address, sealed, former }: Target,
  { id, body }: Claimed,
  { clock, options }: { clock: () => number; options: PostOptions },
): Promise<Answer> {
  let secrets: string[]
  try {
    secrets = [sealed, ...(former ? [former] : [])].map((one) => openAtRest(ctx, one))
  } catch {
    return { status: null, error: 'no_secret', heldMs: 0 }
  }
  const headers = signedPost(secrets, { id, body, at: Math.floor(clock() / 1_000) })
  return postWebhook({ address, headers, body }, options, clock)
}

type Statements = Record<string, Statement<D1Result>>

const answered = ({ status, error }: Answer) =>
  sql`claim = NULL, status = ${status}, error = ${error}`

const mineSql = ({ studio }: StudioContext, { id }: Claimed, claim: string) =>
  sql`studio_id = ${studio.id} AND id = ${id} AND claim = ${claim}`

function takenStatements(
  ctx: StudioContext,
  target: Target,
  delivery: Claimed,
  claim: string,
  answer: Answer,
): Statements {
  const { db, studio } = ctx
  return {
    sent: db.run(sql`UPDATE webhook_deliveries SET state = 'sent', ${answered(answer)}
      WHERE ${mineSql(ctx, delivery, claim)}`),
    well: db.run(sql`UPDATE webhook_targets SET failing_since = NULL, held_until = NULL
      WHERE studio_id = ${studio.id} AND id = ${target.id}
        AND (failing_since IS NOT NULL OR held_until IS NOT NULL)`),
  }
}

/** The next try, or none; a target that fails for three days, or says it is gone, is paused. */
function failedStatements(
  ctx: StudioContext,
  target: Target,
  delivery: Claimed,
  claim: string,
  answer: Answer,
): Statements {
  const { db, studio, now } = ctx
  const next = nextTry(now, delivery.step, answer.heldMs)
  const held = answer.heldMs > 0 ? instantFromMs(instantToMs(now) + answer.heldMs) : null
  const mine = sql`studio_id = ${studio.id} AND id = ${target.id} AND ended_at IS NULL`
  const why = answer.status === 410 ? 'gone' : 'failing'
  return {
    failed: db.run(sql`UPDATE webhook_deliveries SET state = ${next ? 'waiting' : 'failed'},
        next_at = ${next ?? now}, ${answered(answer)}
      WHERE ${mineSql(ctx, delivery, claim)}`),
    failing: db.run(sql`UPDATE webhook_targets SET failing_since = coalesce(failing_since, ${now}),
        held_until = coalesce(${held}, held_until) WHERE ${mine}`),
    paused: db.run(sql`UPDATE webhook_targets SET paused = ${why}
      WHERE ${mine} AND paused = '' AND (${why} = 'gone'
        OR failing_since <= ${addMinutes(now, -patienceMinutes)})`),
    task: raiseTaskStatement(
      ctx,
      {
        cause: { kind: 'webhook_paused', ref: target.id },
        facts: { name: target.name },
        role: 'manager',
        dueAt: now,
        endsAt: null,
        path: paths.manageWebhook(studio, target.id),
      },
      rightAfterChange,
    ),
  }
}
