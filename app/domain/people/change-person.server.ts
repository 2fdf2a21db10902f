import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { personHappenedStatement } from '#app/domain/happenings/person-happenings.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { endOwnBoardsStatement } from './consents/consent-statements.server.ts'
import { ownLocationSql } from './home-location.server.ts'
import type { PersonForm } from './person-fields.ts'
import { withdrawPortraitStatements } from './withdraw-portrait.server.ts'

export type ChangePersonResult = { ok: true } | { ok: false; reason: 'not_found' | 'changed' }

/**
 * Changes what the studio knows of a person who is at `version`. The address of an account is the
 * account's own: here it is only where the studio writes. A photo that was taken away is removed.
 * Refuses an edit over what someone else, or the person, saved meanwhile (`changed`).
 */
export async function changePerson(
  ctx: StaffContext,
  personId: string,
  form: PersonForm,
  version: number,
): Promise<ChangePersonResult> {
  const { db, studio } = ctx
  const { name, preferredName = '', email = '', phone = '', birthDate = null } = form
  const { emergencyName = '', emergencyPhone = '', tags = '', photo = '' } = form
  const { pronouns = '', address = '', barcode = '', referrer = '' } = form
  const here = sql`studio_id = ${studio.id} AND id = ${personId}`
  const columns = sql`name, preferred_name, email, phone, birth_date, emergency_name,
    emergency_phone, pronouns, address, barcode, home_location_id, referrer, tags, photo`
  const values = sql`${name}, ${preferredName}, ${email}, ${phone}, ${birthDate}, ${emergencyName},
    ${emergencyPhone}, ${pronouns}, ${address}, ${barcode},
    ${ownLocationSql(ctx, form.homeLocation)}, ${referrer}, ${tags}, ${photo}`
  const { change, there } = await batch(db, {
    ...withdrawPortraitStatements(ctx, personId, photo, sql`person.version = ${version}`),
    change: db.run(sql`
      UPDATE people SET (${columns}) = (${values}), version = version + 1
      WHERE ${here} AND version = ${version} AND (${columns}) IS NOT (${values})`),
    audit: auditStatement(
      ctx,
      { action: 'person.changed', subjectKind: 'person', subjectId: personId },
      rightAfterChange,
    ),
    news: personHappenedStatement(ctx, 'changed', personId, rightAfterChange),
    boards: endOwnBoardsStatement(ctx, personId),
    there: db.all<{ same: number }>(
      sql`SELECT (${columns}) IS (${values}) AS same FROM people WHERE ${here}`,
    ),
  })
  if (changed(change) > 0 || there[0]?.same === 1) return { ok: true }
  return { ok: false, reason: there.length > 0 ? 'changed' : 'not_found' }
}
