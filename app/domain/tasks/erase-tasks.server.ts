import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

/**
 * Tasks that are about someone or name them, for the batch that erases them. `subjects` are their
 * records and leads: a SELECT of ids, `id`.
 */
export const eraseTasksStatement = (
  { db, studio }: Pick<StudioContext, 'db' | 'studio'>,
  { subjects, fullNames }: { subjects: SQL; fullNames: readonly string[] },
  onlyIf: SQL,
): Statement<D1Result> =>
  db.run(sql`
    DELETE FROM tasks WHERE studio_id = ${studio.id} AND ${onlyIf}
      AND (EXISTS (SELECT 1 FROM (${subjects}) AS subject WHERE instr(path, subject.id) > 0)
        OR EXISTS (SELECT 1 FROM json_each(
            ${JSON.stringify(fullNames.filter(Boolean).map((name) => JSON.stringify(name)))}) AS named
          WHERE instr(facts, named.value) > 0))`)
