import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import { auditStatement } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { LookForm } from './look-form.ts'
import { studioColourOf } from './suggested-colours.ts'

export type ChangeLookResult = { ok: true } | { ok: false; reason: 'changed_meanwhile' }

type Look = { colour: string; logo: string }

/** What a page showed, for a save over nothing else; a colour holds no space. */
export const lookVersion = ({ colour, logo }: Look): string => `${colour} ${logo}`

/**
 * Sets a studio's colour and logo, over what the page showed (`version`). Its pages, its icon on a
 * phone and its pictures for shared links follow: their addresses change with the look. The hue and
 * chroma come of the colour; lightness is ours, so that text is always readable. The directory is
 * written first and the audit behind it under the key of the form.
 */
export async function changeLook(
  ctx: StaffContext,
  directory: DirectoryDb,
  { key, version, colour, logo }: LookForm,
): Promise<ChangeLookResult> {
  const { db, studio } = ctx
  const wanted = lookVersion({ colour, logo })
  if (version === wanted) return { ok: true }
  const { hue, chroma } = studioColourOf(colour)
  const { after } = await batch(directory, {
    change: directory.run(sql`
      UPDATE studios SET colour = ${colour}, hue = ${hue}, chroma = ${chroma}, logo = ${logo}
      WHERE id = ${studio.id} AND colour || ' ' || logo = ${version}`),
    after: directory.all<Look>(sql`
      SELECT colour, logo FROM studios WHERE id = ${studio.id}`),
  })
  if (!after[0] || lookVersion(after[0]) !== wanted)
    return { ok: false, reason: 'changed_meanwhile' }
  await batch(db, {
    audit: auditStatement(ctx, {
      id: key,
      action: 'studio.look_changed',
      subjectKind: 'studio',
      subjectId: studio.id,
      detail: { from: version, to: wanted },
    }),
  })
  return { ok: true }
}
