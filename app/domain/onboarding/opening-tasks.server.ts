import { sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { endTasksStatement } from '#app/domain/tasks/task-statements.server.ts'

/**
 * Ends what a studio that has just opened is asked to do, once it is done: it has people besides
 * staff and made-up ones, somebody else works here, a location has opening hours, payments online are
 * connected, or there is something to sign. Sharing the
 * link and looking at prices leave nothing to tell it by: those are ticked off by hand.
 */
export function endOpeningTasksStatement(ctx: StudioContext): Statement<D1Result> {
  const { id } = ctx.studio
  return endTasksStatement(ctx, {
    kind: 'opening',
    refs: sql`
      SELECT 'members' WHERE EXISTS (SELECT 1 FROM people AS person
        WHERE person.studio_id = ${id} AND person.is_staff = 0 AND person.prospect = 0
          AND person.archived_at IS NULL AND NOT EXISTS (SELECT 1 FROM sample_people AS sample
            WHERE sample.studio_id = person.studio_id AND sample.person_id = person.id))
      UNION ALL SELECT 'coaches' WHERE (SELECT count(*) FROM people AS person
        WHERE person.studio_id = ${id} AND person.is_staff = 1 AND person.archived_at IS NULL
          AND NOT EXISTS (SELECT 1 FROM sample_people AS sample
            WHERE sample.studio_id = person.studio_id AND sample.person_id = person.id)) > 1
      UNION ALL SELECT 'hours' WHERE EXISTS (SELECT 1 FROM locations AS location
        WHERE location.studio_id = ${id} AND location.hours <> '')
      UNION ALL SELECT 'payments' WHERE EXISTS (SELECT 1 FROM merchant_accounts
        WHERE studio_id = ${id})
      UNION ALL SELECT 'waiver' WHERE EXISTS (SELECT 1 FROM documents
        WHERE studio_id = ${id} AND archived_at IS NULL)`,
  })
}
