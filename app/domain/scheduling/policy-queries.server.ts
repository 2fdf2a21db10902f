import { type SQL, sql } from 'drizzle-orm'
import type { OfferingKind } from '#app/db/studio/scheduling.ts'
import type { PolicyFacts } from '#app/domain/calendar/policy-words.ts'

/** Yes and no as SQLite has them. */
type Flags = 'lateKeepsCredit' | 'noShowBoth' | 'lateStrike' | 'noShowStrike'
export type PolicyRow = Omit<PolicyFacts, Flags> & Record<Flags, number>

/** A version as staff see it. */
export type PolicyVersion = PolicyFacts & {
  id: string
  version: number
  kind: OfferingKind
  locationId: string | null
  createdAt: string
  createdBy: string
}

/** What a policy says, of `policies AS p`; `toPolicy` reads it. */
export const policyColumnsSql: SQL = sql`
  p.name, p.opens_days AS opensDays, p.closes_minutes AS closesMinutes, p.cancel_minutes AS cancelMinutes,
  p.fee_minutes AS feeMinutes, p.late_keeps_credit AS lateKeepsCredit, p.late_fee_minor AS lateFeeMinor,
  p.no_show_fee_minor AS noShowFeeMinor, p.no_show_both AS noShowBoth, p.late_strike AS lateStrike,
  p.no_show_strike AS noShowStrike, p.strike_limit AS strikeLimit, p.strike_days AS strikeDays,
  p.block_days AS blockDays, p.daily_limit AS dailyLimit, p.weekly_limit AS weeklyLimit, p.guest_limit AS guestLimit,
  p.minimum_age AS minimumAge, p.forgive_months AS forgiveMonths, p.waitlist_closes_minutes AS waitlistClosesMinutes,
  p.waitlist_limit AS waitlistLimit, p.decline_minutes AS declineMinutes, p.blackout_from AS blackoutFrom,
  p.blackout_until AS blackoutUntil`

/** Version `p` is the newest of its name. */
export const newestSql: SQL = sql`p.version = (
  SELECT max(n.version) FROM policies AS n WHERE n.studio_id = p.studio_id AND n.name = p.name)`

export function toPolicy<Row extends PolicyRow>(
  row: Row,
): Omit<Row, Flags> & Record<Flags, boolean> {
  const { lateKeepsCredit, noShowBoth, lateStrike, noShowStrike } = row
  return {
    ...row,
    lateKeepsCredit: lateKeepsCredit === 1,
    noShowBoth: noShowBoth === 1,
    lateStrike: lateStrike === 1,
    noShowStrike: noShowStrike === 1,
  }
}
