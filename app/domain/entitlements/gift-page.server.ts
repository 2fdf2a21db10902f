import { batch } from '#app/db/batch.server.ts'
import {
  type LadderRow,
  laddersStatement,
  type PersonRow,
  personStatement,
} from '#app/domain/people/person-queries.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import {
  entitlementsStatements,
  type LotRow,
  type MembershipRow,
} from './entitlement-queries.server.ts'
import { packagesOnSaleStatement, plansOnSaleStatement } from './offer-queries.server.ts'
import type { PackageOffer, PlanOffer } from './offer-words.ts'

export type GiftPage = {
  person: PersonRow
  plans: PlanOffer[]
  packages: PackageOffer[]
  memberships: MembershipRow[]
  lots: LotRow[]
  ladders: LadderRow[]
}

/**
 * A person with what the studio sells, what they hold and the ladders: for the forms that give
 * something. One trip.
 */
export async function giftPage(ctx: StudioContext, personId: string): Promise<GiftPage | null> {
  const answer = await batch(ctx.db, {
    person: personStatement(ctx, personId),
    plans: plansOnSaleStatement(ctx),
    packages: packagesOnSaleStatement(ctx),
    ...entitlementsStatements(ctx, personId),
    ladders: laddersStatement(ctx, personId),
  })
  const [person] = answer.person
  return person ? { ...answer, person } : null
}
