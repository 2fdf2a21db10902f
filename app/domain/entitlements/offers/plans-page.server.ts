import { sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { countLimit } from '#app/db/page.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { count } from '#app/values/wording.ts'
import type { LocalDate } from '#app/values/zone.ts'
import { type PlanTermsRow, planTermsSql } from '../held-plans.server.ts'
import { planOptionsSql } from '../offer-queries.server.ts'
import type { Choice, PlanChoices, PlanOptions } from '../plan-options.ts'

export type PlanRow = Omit<PlanTermsRow, 'planId'> &
  PlanOptions & {
    id: string
    version: number
    covers: string
    saleFrom: LocalDate | null
    saleUntil: LocalDate | null
    mostHolders: number | null
    listed: number
    description: string
    /** People who have it, in whichever version; counted no further than 1,001. */
    holders: number
    documentId: string | null
  }

export type PlansPage = {
  plans: PlanRow[]
} & PlanChoices

/** Plans on sale by name, with how many have them. One trip. */
export function plansPage(ctx: StudioContext, planId: string | null = null): Promise<PlansPage> {
  return batch(ctx.db, {
    plans: plansStatement(ctx, planId),
    ...choicesStatements(ctx),
  })
}

/** What a new plan may cover, and what it may ask for. */
export const planChoices = (ctx: StudioContext): Promise<PlanChoices> =>
  batch(ctx.db, choicesStatements(ctx))

const choicesStatements = ({ db, studio }: StudioContext) => ({
  disciplines: db.all<Choice>(sql`
    SELECT id, name FROM disciplines WHERE studio_id = ${studio.id} ORDER BY name LIMIT 100`),
  locations: db.all<Choice>(sql`
    SELECT id, name FROM locations WHERE studio_id = ${studio.id} ORDER BY name LIMIT 50`),
  documents: db.all<Choice>(sql`
    SELECT id, name FROM documents WHERE studio_id = ${studio.id} AND archived_at IS NULL
    ORDER BY name LIMIT 50`),
})

const manyHolders = (holders: number) => holders > countLimit

/** `12 holders`, or `1,000+ holders` where no more are counted. */
export const holdersWords = (holders: number): string =>
  manyHolders(holders) ? '1,000+ holders' : count(holders, 'holder')

/** Those who have it, as the form of its next version asks about them. */
export function whoHasItWords(holders: number): string {
  if (holders === 1) return 'Who has it now'
  return `The ${manyHolders(holders) ? '1,000+' : holders} people who have it`
}

function plansStatement(
  { db, studio }: StudioContext,
  planId: string | null,
): Statement<PlanRow[]> {
  return db.all<PlanRow>(sql`
    SELECT ${planTermsSql}, plan.id, plan.version, plan.covers, plan.sale_from AS saleFrom,
      plan.sale_until AS saleUntil, plan.most_holders AS mostHolders, plan.listed,
      plan.description, plan.document_id AS documentId, ${planOptionsSql(studio)}, (
        SELECT count(*) FROM (
          SELECT 1 FROM plans AS sold
          CROSS JOIN memberships AS holding ON holding.studio_id = sold.studio_id
            AND holding.plan_id = sold.id
          WHERE sold.studio_id = plan.studio_id AND sold.name = plan.name
            AND holding.state NOT IN ('cancelled','expired','superseded')
          LIMIT ${countLimit + 1})) AS holders
    FROM plans AS plan
    WHERE plan.studio_id = ${studio.id} AND plan.archived_at IS NULL
      AND ${planId === null ? sql`1` : sql`plan.id = ${planId}`}
    ORDER BY plan.name LIMIT 100`)
}

/** Whether the studio has the plan, on sale or not. */
export async function hasPlan({ db, studio }: StudioContext, planId: string): Promise<boolean> {
  const found = await db.all<{ id: string }>(sql`
    SELECT id FROM plans WHERE studio_id = ${studio.id} AND id = ${planId}`)
  return found.length > 0
}
