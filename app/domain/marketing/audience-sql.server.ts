import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import {
  type ListContext,
  peopleSourceSql,
  peopleWhere,
} from '#app/domain/people/list/people-where.server.ts'
import { type PersonFilters, readFilters } from '#app/domain/people/list/person-filters.ts'
import { segmentsStatement } from '#app/domain/people/list/segments.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { type Audience, audiences, listChoice, segmentChoice } from './audiences.ts'
import { fillCandidates } from './fill-candidates.server.ts'

/** The filters that words of an address mean; what is not understood narrows nothing. */
export const filtersOf = (params: string): PersonFilters => readFilters(new URLSearchParams(params))

/** Of whom an audience is, as what stands behind FROM: `people AS person` and its WHERE. */
export async function audienceSql(
  ctx: ListContext,
  { params, occurrenceId }: { params: string; occurrenceId: string | null },
): Promise<SQL> {
  const own = sql`+person.studio_id = ${ctx.studio.id}`
  if (occurrenceId) {
    const ids = JSON.stringify(await fillCandidates(ctx, occurrenceId))
    return sql`people AS person WHERE ${own}
      AND person.id IN (SELECT value FROM json_each(${ids}))`
  }
  if (params === 'leads=1')
    return sql`people AS person WHERE person.studio_id = ${ctx.studio.id} AND person.prospect = 1
      AND person.archived_at IS NULL AND person.is_staff = 0 AND person.held_until IS NULL`
  const filters = filtersOf(params)
  return sql`${peopleSourceSql(ctx, filters)} WHERE ${peopleWhere(ctx, filters)}`
}

/**
 * What a form's choice stands for; null for a segment that the studio does not have, or that is
 * somebody else's alone. `params` are filters that came along from the people list.
 */
export async function audienceOf(
  ctx: StaffContext,
  who: string,
  params: string,
): Promise<Audience | null> {
  if (who === listChoice) return { name: 'People you filtered', params }
  const fixed = audiences.find((one) => one.who === who)
  if (fixed) return { name: fixed.name, params: fixed.params }
  const { segments } = await batch(ctx.db, {
    segments: segmentsStatement(ctx, ctx.actor.userId),
  })
  const segment = segments.find(({ id }) => `${segmentChoice}${id}` === who)
  return segment ? { name: segment.name, params: segment.params } : null
}
