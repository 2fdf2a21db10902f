import { type SQL, sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { type Look, lookAt } from '#app/domain/scope/look.ts'
import { keepTasksStatements } from '#app/domain/tasks/task-statements.server.ts'
import { paths } from '#app/paths.ts'

/** For so many days somebody at work is asked; an older birthday is no longer theirs to chase. */
const askedForDays = 60

/**
 * People whose guardians were told that they are 18, and who can neither sign in nor be written to:
 * no account, and no address but a guardian's.
 */
const unreachedSql = ({ studio, today }: Look): SQL => sql`
  FROM guardians AS link JOIN people AS person ON person.id = link.dependant_id
  WHERE link.studio_id = ${studio}
    AND link.of_age_at > date(${today}, ${`-${askedForDays} days`})
    AND person.user_id IS NULL AND person.archived_at IS NULL
    AND (person.email = '' OR person.email IN (
      SELECT guardian.email FROM guardians AS own
      JOIN people AS guardian ON guardian.id = own.guardian_id
      WHERE own.studio_id = link.studio_id AND own.dependant_id = person.id))`

/** Whether a studio has somebody who came of age without an address of their own. */
export const ofAgeTasksDue = (look: Look): SQL => sql`EXISTS (SELECT 1 ${unreachedSql(look)})`

/** Asks the front desk for their address: they book for themselves now and cannot sign in. */
export const ofAgeTasks = (ctx: StudioContext) =>
  keepTasksStatements(ctx, {
    kind: 'of_age_address',
    role: 'front_desk',
    causes: sql`
      SELECT person.id AS cause_ref, max(link.of_age_at) AS due_at, NULL AS ends_at,
        ${paths.managePerson(ctx.studio, '')} || person.id AS path,
        json_object('name', person.name) AS facts
      ${unreachedSql(lookAt(ctx))} GROUP BY person.id`,
  })
