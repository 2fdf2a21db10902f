import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { childPersonStatement } from '#app/domain/people/child-person.server.ts'
import { minorSql } from '#app/domain/people/minor-sql.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { studioLets } from '#app/domain/scope/portal-rules.ts'
import type { ChildForm } from './family-form.ts'
import { dependantsAtMost } from './guardianship.ts'
import { linkGuardiansStatement } from './link-guardian.server.ts'

export type AddChildResult =
  | { ok: true }
  | { ok: false; reason: 'ask_studio' | 'is_dependant' | 'too_many_dependants' }

/**
 * A member adds a child they look after, where the studio lets them: a person without an account,
 * linked to them. The form's key is the child's id, so that a double click adds one; a key that is
 * somebody's already links nobody. Refused for those who have a guardian or are under age themselves
 * (`is_dependant`).
 */
export async function addChild(ctx: MemberContext, form: ChildForm): Promise<AddChildResult> {
  const { db, studio, person } = ctx
  if (!studioLets(studio, 'add_child')) return { ok: false, reason: 'ask_studio' }
  const { key: id, name, birthDate } = form
  const looked = sql`EXISTS (SELECT 1 FROM guardians AS link
    WHERE link.studio_id = ${studio.id} AND link.dependant_id = ${person.id})
    OR EXISTS (SELECT 1 FROM people AS parent
      WHERE parent.id = ${person.id} AND ${minorSql(ctx, 'parent')})`
  const { facts } = await batch(db, {
    child: childPersonStatement(
      ctx,
      { id, name, birthDate },
      sql`NOT (${looked}) AND (SELECT count(*) FROM guardians AS link
        WHERE link.studio_id = ${studio.id} AND link.guardian_id = ${person.id})
        < ${dependantsAtMost}`,
    ),
    link: linkGuardiansStatement(
      ctx,
      sql`SELECT ${person.id} AS guardian_id, ${id} AS dependant_id WHERE ${rightAfterChange}`,
    ),
    audit: auditStatement(
      ctx,
      {
        action: 'guardian.added',
        subjectKind: 'person',
        subjectId: id,
        detail: { guardianId: person.id },
      },
      rightAfterChange,
    ),
    facts: db.all<{ linked: number; looked: number }>(sql`
      SELECT EXISTS (SELECT 1 FROM guardians AS link WHERE link.studio_id = ${studio.id}
        AND link.dependant_id = ${id} AND link.guardian_id = ${person.id}) AS linked,
        ${looked} AS looked`),
  })
  if (facts[0]?.linked === 1) return { ok: true }
  return { ok: false, reason: facts[0]?.looked === 1 ? 'is_dependant' : 'too_many_dependants' }
}
