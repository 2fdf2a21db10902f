import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { OwnUsage } from '#app/domain/studios/own-plan/plan-prices.ts'
import {
  planChangesStatement,
  planInvoicesStatement,
  studioPlanStatement,
} from '#app/domain/studios/own-plan/plan-queries.server.ts'
import { localDate } from '#app/values/zone.ts'

/** Texts that are counted at most; more are told as more. */
export const textsCounted = 1_000

/**
 * What a studio uses of Cadence: members who pay a membership as of the end of the last day that is
 * kept (`recurring_days`), locations, texts of this month, bytes of files. No count reads people.
 */
const usageStatements = ({ db, studio, now }: StudioContext) => {
  const monthMs = Date.parse(`${localDate(now, studio.timeZone).slice(0, 7)}-01T00:00:00Z`)
  return {
    members: db.all<{ members: number }>(sql`
      SELECT members FROM recurring_days WHERE studio_id = ${studio.id}
      ORDER BY day DESC LIMIT 1`),
    locations: db.all<{ n: number }>(sql`
      SELECT count(*) AS n FROM locations WHERE studio_id = ${studio.id}`),
    texts: db.all<{ n: number }>(sql`
      SELECT count(*) AS n FROM (SELECT 1 FROM outbox
        WHERE studio_id = ${studio.id} AND channel = 'sms' AND created_at_ms >= ${monthMs}
        LIMIT ${textsCounted + 1})`),
    files: db.all<{ bytes: number }>(sql`
      SELECT coalesce(sum(bytes), 0) AS bytes FROM objects WHERE studio_id = ${studio.id}`),
  }
}

/** What a plan's limits count, for who chooses another. */
export async function findUsage(ctx: StudioContext): Promise<OwnUsage> {
  const { members, locations } = usageStatements(ctx)
  const found = await batch(ctx.db, { members, locations })
  return { members: found.members[0]?.members ?? 0, locations: found.locations[0]?.n ?? 0 }
}

/** The studio's own plan, what it was billed, what happened, and what it uses: two trips at once. */
export async function yourPlanPage(ctx: StudioContext, directory: DirectoryDb) {
  const { id } = ctx.studio
  const [own, usage] = await Promise.all([
    batch(directory, {
      plan: studioPlanStatement(directory, sql`own.studio_id = ${id}`),
      invoices: planInvoicesStatement(directory, id),
      changes: planChangesStatement(directory, id),
    }),
    batch(ctx.db, usageStatements(ctx)),
  ])
  return {
    plan: own.plan[0] ?? null,
    invoices: own.invoices,
    changes: own.changes,
    usage: {
      members: usage.members[0]?.members ?? 0,
      locations: usage.locations[0]?.n ?? 0,
      texts: usage.texts[0]?.n ?? 0,
      bytes: usage.files[0]?.bytes ?? 0,
    },
  }
}
