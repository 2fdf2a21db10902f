import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement } from '#app/domain/audit/audit.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import type { MyDetails, SaidDetails } from './my-details.ts'
import { detailsStatement } from './people-queries.server.ts'

export type UpdateMyDetailsResult =
  | { ok: true; changed: (keyof MyDetails)[] }
  | { ok: false; reason: 'not_found' }

/**
 * Writes down what a person says about themselves at this studio. Only the person of the session is
 * ever touched, whatever was posted. The audit names the fields and keeps no copy of what stood in
 * them, so that erasing a person erases it all. Nothing is written when nothing changed. Refused: a
 * person the studio does not have.
 */
export async function updateMyDetails(
  ctx: MemberContext,
  given: SaidDetails,
): Promise<UpdateMyDetailsResult> {
  const { db, studio, person } = ctx
  const { before } = await batch(db, { before: detailsStatement(ctx, person.id) })
  const known: MyDetails | undefined = before[0]
  if (!known) return { ok: false, reason: 'not_found' }

  const details: MyDetails = { ...given, photo: given.photo ?? known.photo }
  const changed = (Object.keys(known) as (keyof MyDetails)[]).filter(
    (field) => known[field] !== details[field],
  )
  if (changed.length === 0) return { ok: true, changed }
  const columns = sql`name, preferred_name, phone, birth_date, emergency_name,
    emergency_phone, photo`
  const { name, preferredName, phone, birthDate, emergencyName, emergencyPhone, photo } = details
  const message = sql`${name}, ${preferredName}, ${phone}, ${birthDate}, ${emergencyName},
    ${emergencyPhone}, ${photo}`
  const own = sql`studio_id = ${studio.id} AND id = ${person.id}
    AND (${columns}) IS NOT (${message})`
  await batch(db, {
    // Before the update, while the row still differs: the same form sent twice at once is written
    // down once.
    audit: auditStatement(
      ctx,
      {
        action: 'details_changed',
        subjectKind: 'person',
        subjectId: person.id,
        detail: { changed },
      },
      sql`EXISTS (SELECT 1 FROM people WHERE ${own})`,
    ),
    update: db.run(sql`UPDATE people SET (${columns}) = (${message}) WHERE ${own}`),
  })
  return { ok: true, changed }
}
