import { sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { IdentityContext } from '../identity-context.ts'
import {
  accountLimits,
  type CountedTry,
  countTryStatement,
  isOver,
  keyOf,
  secondsLeft,
} from '../limits.server.ts'

/** A mail or text message that somebody asks for. Sign-in links and recovery share one interval. */
export type Sending = {
  channel: 'email' | 'sms'
  kind:
    | 'confirmation'
    | 'recovery'
    | 'email_change'
    | 'phone_change'
    | 'reauthentication'
    | 'invite'
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

type Counts = { sends: CountedTry[]; allowance?: { count: number }[] | undefined }

const subjectOf = ({ kind, channel, address }: Sending) =>
  channel === 'sms' ? `sms:${kind}:${address}` : `${kind}:${address}`

/**
 * Counts a message before it is made, for known and unknown addresses alike: one of a kind to an
 * address in AUTH_SEND_INTERVAL_SECONDS, and AUTH_MAILS_PER_HOUR or AUTH_SMS_PER_HOUR for the whole
 * installation. Its own refusals do not eat the hour's allowance.
 */
export function countSendStatements(
  ctx: Pick<IdentityContext, 'directory' | 'nowMs' | 'configuration'>,
  sending: Sending,
): { sends: Statement<CountedTry[]>; allowance: Statement<{ count: number }[]> | null } {
  const { directory, nowMs, configuration } = ctx
  const most = sending.channel === 'email' ? configuration.mailsPerHour : configuration.smsPerHour
  const over = sql`window_start_ms <= ${nowMs - hourMs}`
  const inTime = sql`EXISTS (SELECT 1 FROM limit_counters
    WHERE key = ${keyOf('mail', subjectOf(sending))} AND count <= ${accountLimits.mail.most})`
  return {
    sends: countTryStatement(ctx, 'mail', subjectOf(sending), configuration.sendIntervalMs),
    allowance:
      most === 0
        ? null
        : directory.all<{ count: number }>(sql`
            INSERT INTO limit_counters (key, window_start_ms, count)
            SELECT ${`sent:${sending.channel}`}, ${nowMs}, 1 WHERE ${inTime}
            ON CONFLICT (key) DO UPDATE SET
              count = CASE WHEN ${over} THEN 1 ELSE count + 1 END,
              window_start_ms = CASE WHEN ${over} THEN excluded.window_start_ms
                ELSE window_start_ms END
            WHERE ${over} OR count < ${most}
            RETURNING count`),
  }
}

/** Whether what `countSendStatements` counted was too much; null when the message may go. */
export function sendRefusal(
  ctx: Pick<IdentityContext, 'nowMs' | 'configuration'>,
  { channel }: Pick<Sending, 'channel'>,
  { sends, allowance }: Counts,
): SendRefusal | null {
  if (isOver('mail', sends)) {
    const seconds = secondsLeft(ctx, ctx.configuration.sendIntervalMs, sends)
    return { ok: false, reason: channel === 'sms' ? 'sms_too_soon' : 'mail_too_soon', seconds }
  }
  if (allowance && allowance.length === 0) {
    return { ok: false, reason: channel === 'sms' ? 'too_many_sms' : 'too_many_mails' }
  }
  return null
}
