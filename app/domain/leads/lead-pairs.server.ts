import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'

type Pair = { personId: string; otherId: string }

/** People that one post pointed to both of and nobody has decided about, newest first. */
export function listPairs({
  db,
  studio,
}: StudioContext): Promise<(Pair & { person: string; other: string })[]> {
  return db.all(sql`
    SELECT pair.person_id AS personId, person.name AS person, pair.other_id AS otherId,
      other.name AS other
    FROM lead_pairs AS pair JOIN people AS person ON person.id = pair.person_id
    JOIN people AS other ON other.id = pair.other_id
    WHERE pair.studio_id = ${studio.id} AND pair.decided_at IS NULL
    ORDER BY pair.at DESC LIMIT 100`)
}

/** They are two people: the pair is listed no more, also when it is met again. */
export async function decidePair(ctx: StaffContext, { personId, otherId }: Pair): Promise<void> {
  const { db, studio, now } = ctx
  await batch(db, {
    decide: db.run(sql`
      UPDATE lead_pairs SET decided_at = ${now}
      WHERE studio_id = ${studio.id} AND person_id = ${personId} AND other_id = ${otherId}
        AND decided_at IS NULL`),
    audit: auditStatement(
      ctx,
      { action: 'lead_pair.kept', subjectKind: 'person', subjectId: personId, detail: { otherId } },
      rightAfterChange,
    ),
  })
}
