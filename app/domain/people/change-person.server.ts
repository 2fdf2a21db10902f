import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { PersonForm } from './person-fields.ts'

/**
 * Changes what the studio knows of a person. The address of an account is the account's own: here
 * it is only where the studio writes. False where the studio has no such person.
 */
export async function changePerson(
  ctx: StaffContext,
  personId: string,
  form: PersonForm,
): Promise<boolean> {
  const { db, studio } = ctx
  const values = {
    name: form.name,
    preferredName: form.preferredName ?? '',
    email: form.email ?? '',
    phone: form.phone ?? '',
    birthDate: form.birthDate ?? null,
    emergencyName: form.emergencyName ?? '',
    emergencyPhone: form.emergencyPhone ?? '',
    tags: form.tags ?? '',
    photo: form.photo ?? '',
  }
  const here = sql`studio_id = ${studio.id} AND id = ${personId}`
  const { found } = await batch(db, {
    change: db.run(sql`
      UPDATE people SET name = ${values.name}, preferred_name = ${values.preferredName},
        email = ${values.email}, phone = ${values.phone}, birth_date = ${values.birthDate},
        emergency_name = ${values.emergencyName}, emergency_phone = ${values.emergencyPhone},
        tags = ${values.tags}, photo = ${values.photo}
      WHERE ${here} AND (name, preferred_name, email, phone, ifnull(birth_date, ''), emergency_name,
        emergency_phone, tags, photo)
        <> (${values.name}, ${values.preferredName}, ${values.email}, ${values.phone},
          ${values.birthDate ?? ''}, ${values.emergencyName}, ${values.emergencyPhone},
          ${values.tags}, ${values.photo})`),
    audit: auditStatement(
      ctx,
      { action: 'person.changed', subjectKind: 'person', subjectId: personId },
      rightAfterChange,
    ),
    found: db.all<{ id: string }>(sql`SELECT id FROM people WHERE ${here}`),
  })
  return found.length > 0
}
