import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { ContactForm } from './contact-form.ts'

/**
 * Writes down that somebody got in touch with a member. Sent twice it is one contact. Refused for
 * somebody who is not one of the studio's (`not_found`).
 */
export async function noteContact(
  ctx: StaffContext,
  { key, person, how, note = '' }: ContactForm,
): Promise<{ ok: true } | { ok: false; reason: 'not_found' }> {
  const { db, studio, now, actor } = ctx
  const { written, there } = await batch(db, {
    written: db.run(sql`
      INSERT INTO retention_contacts (id, studio_id, person_id, how, note, by_name, at)
      SELECT ${key}, ${studio.id}, id, ${how}, ${note}, ${actor.name}, ${now} FROM people
      WHERE studio_id = ${studio.id} AND id = ${person} AND is_staff = 0
      ON CONFLICT (id) DO NOTHING`),
    audit: auditStatement(
      ctx,
      {
        action: 'person.contacted',
        subjectKind: 'person',
        subjectId: person,
        detail: { how, contact: key },
      },
      rightAfterChange,
    ),
    there: db.all<{ n: number }>(sql`
      SELECT count(*) AS n FROM retention_contacts WHERE studio_id = ${studio.id} AND id = ${key}`),
  })
  return changed(written) > 0 || there[0]?.n ? { ok: true } : { ok: false, reason: 'not_found' }
}
