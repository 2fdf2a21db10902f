import { sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { countLimit } from '#app/db/page.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { count } from '#app/values/wording.ts'
import type { LocalDate } from '#app/values/zone.ts'
import { type PlanTermsRow, planTermsSql } from '../held-plans.server.ts'

export type PlanRow = Omit<PlanTermsRow, 'planId'> & {
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
}

export type PlansPage = {
  plans: PlanRow[]
  disciplines: Discipline[]
}

type Discipline = { id: string; name: string }

/** Plans on sale by name, with how many have them. One trip. */
export function plansPage(ctx: StudioContext, planId: string | null = null): Promise<PlansPage> {
  return batch(ctx.db, {
    plans: plansStatement(ctx, planId),
    disciplines: disciplinesStatement(ctx),
  })
}

/** What a new plan may cover. */
export async function disciplinesToCover(ctx: StudioContext): Promise<Discipline[]> {
  return (await batch(ctx.db, { disciplines: disciplinesStatement(ctx) })).disciplines
}

const disciplinesStatement = ({ db, studio }: StudioContext): Statement<Discipline[]> =>
  db.all<Discipline>(sql`
    SELECT id, name FROM disciplines WHERE studio_id = ${studio.id} ORDER BY name LIMIT 100`)

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
      plan.description, (
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
