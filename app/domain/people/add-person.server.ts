import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { personHappenedStatement } from '#app/domain/happenings/person-happenings.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { localDate } from '#app/values/zone.ts'
import { ownLocationSql } from './home-location.server.ts'
import type { AddPersonForm } from './person-fields.ts'

export type SameEmail = { id: string; name: string }

export type AddPersonResult =
  | { ok: true; personId: string }
  | { ok: false; reason: 'email_known'; people: SameEmail[] }

/**
 * Puts a person on the studio's books. Nothing is mailed and no account is made. An address that
 * someone has already is refused once, with who has it, and taken when `shared` says that it is
 * meant: a family may have one. The form's key is the person's id, so that a double click adds one.
 */
export async function addPerson(ctx: StaffContext, form: AddPersonForm): Promise<AddPersonResult> {
  const { db, studio, now } = ctx
  const { email = '', key: personId } = form
  const { added, same } = await batch(db, {
    add: db.run(sql`
      INSERT INTO people (id, studio_id, name, preferred_name, email, phone, birth_date,
        emergency_name, emergency_phone, pronouns, address, barcode, home_location_id, referrer,
        tags, photo, joined_on, created_at)
      SELECT ${personId}, ${studio.id}, ${form.name}, ${form.preferredName ?? ''}, ${email},
        ${form.phone ?? ''}, ${form.birthDate ?? null}, ${form.emergencyName ?? ''},
        ${form.emergencyPhone ?? ''}, ${form.pronouns ?? ''}, ${form.address ?? ''},
        ${form.barcode ?? ''}, ${ownLocationSql(ctx, form.homeLocation)}, ${form.referrer ?? ''},
        ${form.tags ?? ''}, ${form.photo ?? ''},
        ${localDate(now, studio.timeZone)}, ${now}
      WHERE ${
        email === '' || form.shared
          ? sql`1`
          : sql`NOT EXISTS (
        SELECT 1 FROM people WHERE studio_id = ${studio.id} AND email = ${email})`
      }
      ON CONFLICT (id) DO NOTHING`),
    audit: auditStatement(
      ctx,
      { action: 'person.added', subjectKind: 'person', subjectId: personId },
      rightAfterChange,
    ),
    news: personHappenedStatement(ctx, 'added', personId, rightAfterChange),
    added: db.all<{ id: string }>(
      sql`SELECT id FROM people WHERE studio_id = ${studio.id} AND id = ${personId}`,
    ),
    same: db.all<SameEmail>(sql`
      SELECT id, name FROM people WHERE studio_id = ${studio.id} AND email = ${email}
      ORDER BY name LIMIT 5`),
  })
  return added.length > 0
    ? { ok: true, personId }
    : { ok: false, reason: 'email_known', people: same }
}
