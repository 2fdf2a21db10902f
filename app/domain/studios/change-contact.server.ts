import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import { auditStatement } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { type ContactForm, contactVersion } from './contact-fields.ts'

export type ChangeContactResult = { ok: true } | { ok: false; reason: 'changed_meanwhile' }

/**
 * Sets how people reach the studio, over what the page showed (`version`) and nothing else. The
 * directory is written first and the audit in the shard behind it, under the key of the form:
 * pressed again after a failure in between, there is one change and one line. The same contact
 * again changes nothing and leaves no line.
 */
export async function changeContact(
  ctx: StaffContext,
  directory: DirectoryDb,
  { key, version, contactEmail, contactPhone }: ContactForm,
): Promise<ChangeContactResult> {
  const { db, studio } = ctx
  const to = { contactEmail, contactPhone }
  const wanted = contactVersion(to)
  if (version === wanted) return { ok: true }
  const { after } = await batch(directory, {
    change: directory.run(sql`
      UPDATE studios SET contact_email = ${contactEmail}, contact_phone = ${contactPhone}
      WHERE id = ${studio.id} AND contact_email || ' ' || contact_phone = ${version}`),
    after: directory.all<typeof to>(sql`
      SELECT contact_email AS contactEmail, contact_phone AS contactPhone FROM studios
      WHERE id = ${studio.id}`),
  })
  if (!after[0] || contactVersion(after[0]) !== wanted)
    return { ok: false, reason: 'changed_meanwhile' }
  await batch(db, {
    audit: auditStatement(ctx, {
      id: key,
      action: 'studio.contact_changed',
      subjectKind: 'studio',
      subjectId: studio.id,
      detail: { from: version, to: wanted },
    }),
  })
  return { ok: true }
}
