import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { personHappenedStatement } from '#app/domain/happenings/person-happenings.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { type PortalKey, studioLets } from '#app/domain/scope/portal-rules.ts'
import { endOwnBoardsStatement } from './consents/consent-statements.server.ts'
import type { MyDetails, SaidDetails } from './my-details.ts'
import { detailsStatement } from './people-queries.server.ts'
import { withdrawPortraitStatements } from './withdraw-portrait.server.ts'

export type UpdateMyDetailsResult =
  | { ok: true; changed: (keyof MyDetails)[] }
  | { ok: false; reason: 'not_found' | 'changed' | 'ask_studio' }

/** What the studio lets people decide: whether others read one's name is always one's own. */
const ruleOf = (field: keyof MyDetails): PortalKey =>
  field === 'photo' ? 'change_photo' : 'edit_details'

/**
 * Writes down what a person says about themselves at this studio. Only the person of the session is
 * ever touched, whatever was posted. The audit names the fields and keeps no copy of what stood in
 * them, so that erasing a person erases it all; a photo that was taken away is removed. Nothing is
 * written when nothing changed. Refused: a person the studio does not have, and an edit over what
 * the desk, or another window, saved since `version` was shown (`changed`), and what the studio
 * keeps to itself (`ask_studio`).
 */
export async function updateMyDetails(
  ctx: MemberContext,
  given: SaidDetails,
  version: number,
): Promise<UpdateMyDetailsResult> {
  const { db, studio, person } = ctx
  const { before } = await batch(db, { before: detailsStatement(ctx, person.id) })
  const [row] = before
  if (!row) return { ok: false, reason: 'not_found' }

  const { version: _, ...kept } = row
  const known: MyDetails = { ...kept, showsName: kept.showsName === 1 }
  const said = Object.entries(given).filter(([, value]) => value !== undefined)
  const details: MyDetails = { ...known, ...Object.fromEntries(said) }
  const differing = (Object.keys(known) as (keyof MyDetails)[]).filter(
    (field) => known[field] !== details[field],
  )
  if (differing.length === 0) return { ok: true, changed: differing }
  if (differing.some((field) => field !== 'showsName' && !studioLets(studio, ruleOf(field))))
    return { ok: false, reason: 'ask_studio' }
  const columns = sql`name, preferred_name, pronouns, phone, address, birth_date, emergency_name,
    emergency_phone, photo, shows_name`
  const { name, preferredName, pronouns, phone, address, birthDate } = details
  const { emergencyName, emergencyPhone, photo, showsName } = details
  const message = sql`${name}, ${preferredName}, ${pronouns}, ${phone}, ${address}, ${birthDate},
    ${emergencyName}, ${emergencyPhone}, ${photo}, ${showsName ? 1 : 0}`
  const mine = sql`studio_id = ${studio.id} AND id = ${person.id}`
  const own = sql`${mine} AND version = ${version}
    AND (${columns}) IS NOT (${message})`
  const { update, same } = await batch(db, {
    // Before the update, while the row still differs: the same form sent twice at once is written
    // down once.
    audit: auditStatement(
      ctx,
      {
        action: 'details_changed',
        subjectKind: 'person',
        subjectId: person.id,
        detail: { changed: differing },
      },
      sql`EXISTS (SELECT 1 FROM people WHERE ${own})`,
    ),
    ...withdrawPortraitStatements(ctx, person.id, photo, sql`person.version = ${version}`),
    update: db.run(
      sql`UPDATE people SET (${columns}) = (${message}), version = version + 1 WHERE ${own}`,
    ),
    news: personHappenedStatement(ctx, 'changed', person.id, rightAfterChange),
    boards: endOwnBoardsStatement(ctx, person.id),
    same: db.all<{ id: string }>(
      sql`SELECT id FROM people WHERE ${mine} AND (${columns}) IS (${message})`,
    ),
  })
  // The same form sent twice at once: the other one has written it.
  return changed(update) > 0 || same.length > 0
    ? { ok: true, changed: differing }
    : { ok: false, reason: 'changed' }
}
