import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { newId } from '#app/values/id.ts'

/**
 * Takes fees, strikes and limits of a policy off a person, who is told by exact name or email.
 * Refuses nobody (`nobody`), several of that name (`several`) and a policy the studio does not have
 * (`not_found`). Twice is once.
 */
export async function exemptPerson(
  ctx: StaffContext,
  { set, who, reason }: { set: string; who: string; reason: string },
): Promise<{ ok: true; name: string } | { ok: false; reason: 'not_found' | 'nobody' | 'several' }> {
  const { db, studio, now, actor } = ctx
  const { people, policy } = await batch(db, {
    people: db.all<{ id: string; name: string }>(sql`
      SELECT id, name FROM people
      WHERE studio_id = ${studio.id} AND archived_at IS NULL AND name = ${who}
      UNION SELECT id, name FROM people
      WHERE studio_id = ${studio.id} AND archived_at IS NULL AND email = ${who.toLowerCase()}
      LIMIT 2`),
    policy: db.all<{ n: number }>(
      sql`SELECT 1 AS n FROM policies WHERE studio_id = ${studio.id} AND name = ${set} LIMIT 1`,
    ),
  })
  const [person, another] = people
  if (policy.length === 0) return { ok: false, reason: 'not_found' }
  if (!person) return { ok: false, reason: 'nobody' }
  if (another) return { ok: false, reason: 'several' }
  await batch(db, {
    exempt: db.run(sql`
      INSERT INTO policy_exemptions (id, studio_id, person_id, policy_name, reason,
        created_by, created_at)
      VALUES (${newId()}, ${studio.id}, ${person.id}, ${set}, ${reason}, ${actor.name}, ${now})
      ON CONFLICT DO NOTHING`),
    audit: auditStatement(
      ctx,
      {
        action: 'policy.exempted',
        subjectKind: 'person',
        subjectId: person.id,
        reason,
        detail: { policy: set },
      },
      rightAfterChange,
    ),
  })
  return { ok: true, name: person.name }
}

/** Ends an exemption; false where none of that id is in force. */
export async function endExemption(ctx: StaffContext, id: string): Promise<boolean> {
  const { db, studio, now } = ctx
  const { ended } = await batch(db, {
    ended: db.run(sql`
      UPDATE policy_exemptions SET ended_at = ${now}
      WHERE studio_id = ${studio.id} AND id = ${id} AND ended_at IS NULL`),
    audit: auditStatement(
      ctx,
      { action: 'policy.exemption_ended', subjectKind: 'policy_exemption', subjectId: id },
      rightAfterChange,
    ),
  })
  return changed(ended) > 0
}
