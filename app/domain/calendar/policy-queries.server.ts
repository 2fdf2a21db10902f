import { type SQL, sql } from 'drizzle-orm'
import type { PolicyFacts } from './policy-words.ts'

/** Yes and no as SQLite has them. */
type Flags = 'lateLosesCredit' | 'noShowBoth' | 'lateStrike' | 'noShowStrike'
export type PolicyRow = Omit<PolicyFacts, Flags> & Record<Flags, number>

/** What a policy says, of `policies AS policy`; `toPolicy` reads it. */
export const policyColumnsSql: SQL = sql`
  policy.name, policy.opens_days AS opensDays, policy.closes_minutes AS closesMinutes,
  policy.cancel_minutes AS cancelMinutes, policy.fee_minutes AS feeMinutes,
  policy.late_keeps_credit AS lateLosesCredit, policy.late_fee_minor AS lateFeeMinor,
  policy.no_show_fee_minor AS noShowFeeMinor, policy.no_show_both AS noShowBoth,
  policy.late_strike AS lateStrike, policy.no_show_strike AS noShowStrike,
  policy.strike_limit AS strikeLimit, policy.strike_days AS strikeDays,
  policy.block_days AS blockDays, policy.daily_limit AS dailyLimit,
  policy.weekly_limit AS weeklyLimit, policy.guest_limit AS guestLimit,
  policy.minimum_age AS minimumAge, policy.forgive_months AS forgiveMonths,
  policy.waitlist_closes_minutes AS waitlistClosesMinutes, policy.waitlist_limit AS waitlistLimit,
  policy.decline_minutes AS declineMinutes, policy.offer_minutes AS offerMinutes,
  policy.blackout_from AS blackoutFrom,
  policy.blackout_until AS blackoutUntil`

/** Version `policy` is the newest of its name. */
export const newestSql: SQL = sql`policy.version = (
  SELECT max(newest.version) FROM policies AS newest
  WHERE newest.studio_id = policy.studio_id AND newest.name = policy.name)`

export function toPolicy<Row extends PolicyRow>(
  row: Row,
): Omit<Row, Flags> & Record<Flags, boolean> {
  const { lateLosesCredit, noShowBoth, lateStrike, noShowStrike } = row
  return {
    ...row,
    lateLosesCredit: lateLosesCredit === 1,
    noShowBoth: noShowBoth === 1,
    lateStrike: lateStrike === 1,
    noShowStrike: noShowStrike === 1,
  }
}
