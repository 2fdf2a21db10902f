/** What goes and what stays of a file of holdings that is rolled back. */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { HoldingKind } from '#app/db/studio/imports-words.ts'
import {
  balanceStays,
  removeBalancesStatements,
} from '#app/domain/billing/bring-balances.server.ts'
import {
  lotStays,
  membershipStays,
  removeLotsStatements,
  removeMembershipsStatements,
} from '#app/domain/entitlements/bring-holdings.server.ts'
import {
  familyStays,
  removeFamiliesStatements,
} from '#app/domain/families/bring-families.server.ts'
import { removeLevelsStatements } from '#app/domain/people/levels/bring-levels.server.ts'
import { removeVisitsStatements } from '#app/domain/reception/bring-visits.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

type Why = readonly { words: string; is: SQL }[]
type Back = {
  /** The holding of `imported`, as a table with the alias that `stays` speaks of. */
  from: SQL
  stays: Why
  remove(ctx: StudioContext, ids: SQL): Record<string, Statement<D1Result>>
}

/** Reasons that speak of the row of the import itself. */
const own = sql`(SELECT 1)`

export const back: Record<HoldingKind, Back> = {
  packs: {
    from: sql`lots AS lot WHERE lot.studio_id = imported.studio_id AND lot.id = imported.holding_id`,
    stays: lotStays,
    remove: removeLotsStatements,
  },
  memberships: {
    from: sql`memberships AS membership WHERE membership.studio_id = imported.studio_id
      AND membership.id = imported.holding_id`,
    stays: membershipStays,
    remove: removeMembershipsStatements,
  },
  balances: { from: own, stays: balanceStays, remove: removeBalancesStatements },
  visits: { from: own, stays: [], remove: removeVisitsStatements },
  levels: { from: own, stays: [], remove: removeLevelsStatements },
  families: { from: own, stays: familyStays, remove: removeFamiliesStatements },
}

/** Why what a row of `imported` brought stays, in words; null where it can go. */
export function holdingStaysSql(kind: HoldingKind): SQL {
  const { from, stays } = back[kind]
  if (stays.length === 0) return sql`NULL`
  const cases = sql.join(
    stays.map(({ words, is }) => sql`WHEN ${is} THEN ${words}`),
    sql` `,
  )
  return sql`(SELECT CASE ${cases} END FROM ${from})`
}
