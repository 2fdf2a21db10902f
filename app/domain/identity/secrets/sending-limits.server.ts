import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import { ownSubject } from '../guesses.server.ts'
import type { IdentityContext } from '../identity-context.ts'
import { originOf } from '../known-devices.server.ts'
import {
  accountLimits,
  type CountedTry,
  countTryStatement,
  isOver,
  keyOf,
  secondsLeft,
} from '../limits.server.ts'

/** A mail or text message that someone asks for. Sign-in links and recovery share one interval. */
export type Sending = {
  channel: 'email' | 'sms'
  kind:
    | 'confirmation'
    | 'recovery'
    | 'email_change'
    | 'phone_change'
    | 'reauthentication'
    | 'factor'
  /** The address as it is stored, or the account's id where the message is of the account. */
  address: string
}

export type SendRefusal =
  /** The interval between two messages (AUTH_SEND_INTERVAL_SECONDS) is not over. */
  | { ok: false; reason: 'mail_too_soon' | 'sms_too_soon'; seconds: number }
  /** The whole installation has sent what it may in an hour. */
  | { ok: false; reason: 'too_many_mails' | 'too_many_sms' }

const hourMs = 60 * 60_000

export type SendCounts = {
  sends: CountedTry[]
  everywhere?: CountedTry[] | undefined
  allowance?: { count: number }[] | undefined
}

type Ctx = Pick<IdentityContext, 'directory' | 'nowMs' | 'configuration' | 'caller'>

const subjectOf = ({ kind, channel, address }: Sending) =>
  channel === 'sms' ? `sms:${kind}:${address}` : `${kind}:${address}`

/** So many intervals are the window of what all networks together may ask for. */
const everywhereIntervals = accountLimits.mailEverywhere.windowMs / accountLimits.mail.windowMs

/**
 * Counts a message before it is made, for known and unknown addresses alike: one of a kind to an
 * address in AUTH_SEND_INTERVAL_SECONDS for each device that is known there and for each network, so
 * that nobody uses up another's; six in ten such intervals from all networks together; and
 * AUTH_MAILS_PER_HOUR or AUTH_SMS_PER_HOUR for the whole installation. What one limit refuses does
 * not eat the next one's allowance.
 */
export function countSendStatements(
  ctx: Ctx,
  sending: Sending,
): {
  sends: Statement<CountedTry[]>
  everywhere: Statement<CountedTry[]> | null
  allowance: Statement<{ count: number }[]> | null
} {
  const { configuration } = ctx
  const subject = subjectOf(sending)
  const origin = originOf(ctx, sending.address)
  const own = ownSubject(origin, subject)
  const within = (limit: 'mail' | 'mailEverywhere', of: string) => sql`EXISTS (
    SELECT 1 FROM limit_counters
    WHERE key = ${keyOf(limit, of)} AND count <= ${accountLimits[limit].most})`
  const inTime = within('mail', own)
  const inTimeEverywhere = origin.known
    ? inTime
    : sql`${inTime} AND ${within('mailEverywhere', subject)}`
  return {
    sends: countTryStatement(ctx, 'mail', own, configuration.sendIntervalMs),
    everywhere: origin.known
      ? null
      : countTryStatement(ctx, 'mailEverywhere', subject, everywhereMs(ctx), { onlyIf: inTime }),
    allowance: countAllowanceStatement(ctx, sending, inTimeEverywhere),
  }
}

/**
 * Counts a message against what the whole installation sends an hour alone, as `sendRefusal` reads
 * it: for who may write to anybody as often as they like. Null where there is no limit.
 */
export function countAllowanceStatement(
  { directory, nowMs, configuration }: Ctx,
  { channel }: Pick<Sending, 'channel'>,
  onlyIf: SQL = sql`1`,
): Statement<{ count: number }[]> | null {
  const most = channel === 'email' ? configuration.mailsPerHour : configuration.smsPerHour
  if (most === 0) return null
  const over = sql`window_start_ms <= ${nowMs - hourMs}`
  return directory.all<{ count: number }>(sql`
    INSERT INTO limit_counters (key, window_start_ms, count)
    SELECT ${`sent:${channel}`}, ${nowMs}, 1 WHERE ${onlyIf}
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN ${over} THEN 1 ELSE count + 1 END,
      window_start_ms = CASE WHEN ${over} THEN excluded.window_start_ms
        ELSE window_start_ms END
    WHERE ${over} OR count < ${most}
    RETURNING count`)
}

/** As long as counters are kept, whatever the interval. */
const everywhereMs = ({ configuration }: Pick<Ctx, 'configuration'>) =>
  Math.min(hourMs, configuration.sendIntervalMs * everywhereIntervals)

/** Whether what `countSendStatements` counted was too much; null when the message may go. */
export function sendRefusal(
  ctx: Pick<IdentityContext, 'nowMs' | 'configuration'>,
  { channel }: Pick<Sending, 'channel'>,
  { sends, everywhere = [], allowance }: SendCounts,
): SendRefusal | null {
  const reason = channel === 'sms' ? 'sms_too_soon' : 'mail_too_soon'
  if (isOver('mail', sends)) {
    const seconds = secondsLeft(ctx, ctx.configuration.sendIntervalMs, sends)
    return { ok: false, reason, seconds }
  }
  // What was sent meanwhile went to the address itself and works.
  if (isOver('mailEverywhere', everywhere))
    return { ok: false, reason, seconds: secondsLeft(ctx, everywhereMs(ctx), everywhere) }
  if (allowance && allowance.length === 0) {
    return { ok: false, reason: channel === 'sms' ? 'too_many_sms' : 'too_many_mails' }
  }
  return null
}
