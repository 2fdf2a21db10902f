import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { appointmentTypeNamesStatement, packagesOnSaleStatement } from '../offer-queries.server.ts'
import type { PackageOffer } from '../offer-words.ts'

export type PackagesPage = {
  packages: PackageOffer[]
  disciplines: { id: string; name: string }[]
  /** Of appointments. */
  types: { id: string; name: string }[]
}

/** What is on sale, with the names of disciplines and of appointments. One trip. */
export function packagesPage(ctx: StudioContext): Promise<PackagesPage> {
  const { db, studio } = ctx
  return batch(db, {
    packages: packagesOnSaleStatement(ctx),
    types: appointmentTypeNamesStatement(ctx),
    disciplines: db.all<{ id: string; name: string }>(sql`
      SELECT id, name FROM disciplines WHERE studio_id = ${studio.id} ORDER BY name LIMIT 100`),
  })
}
