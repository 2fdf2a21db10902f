import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

/** Tasks that are about someone or name them, for the batch that erases them. */
export const eraseTasksStatement = (
  { db, studio }: Pick<StudioContext, 'db' | 'studio'>,
  { personId, name }: { personId: string; name: string },
  onlyIf: SQL,
): Statement<D1Result> =>
  db.run(sql`
    DELETE FROM tasks WHERE studio_id = ${studio.id} AND ${onlyIf}
      AND (instr(path, ${personId}) > 0 OR instr(facts, ${JSON.stringify(name)}) > 0
        OR cause_ref IN (SELECT lead.next_ref FROM leads AS lead
          WHERE lead.studio_id = ${studio.id} AND lead.person_id = ${personId}
            AND lead.next_ref IS NOT NULL))`)
