import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { bucketOfFolder } from '#app/domain/storage/buckets.ts'
import { keptImage, keptPath, keptText } from '#app/domain/storage/kept-image.ts'
import { removeObjectsStatements } from '#app/domain/storage/stray-objects.server.ts'
import { renewVersionStatement } from '#app/domain/storage/withdraw-links.server.ts'
import { randomCharacters } from '#app/values/id.ts'

/**
 * Removes the portrait that a person's row keeps where `next` is another or none: its links show
 * nothing from that moment on. For the batch of the change, before it, under the `guard` of the
 * change over `person`; the bytes go with the sweep.
 */
export function withdrawPortraitStatements(
  ctx: StudioContext,
  personId: string,
  next: string,
  guard: SQL,
) {
  const { db, studio, nowMs } = ctx
  const { strays, removed } = removeObjectsStatements(
    { db, studioId: studio.id, nowMs },
    sql`bucket_id = ${bucketOfFolder('people')} AND path <> ${keptPath(next)} AND path = (
      SELECT substr(person.photo, 1, instr(person.photo || '#', '#') - 1)
      FROM people AS person
      WHERE person.studio_id = ${studio.id} AND person.id = ${personId} AND person.photo <> ''
        AND ${guard})`,
  )
  return { portraitStrays: strays, portraitRemoved: removed }
}

/**
 * Ends every link that was signed so far for somebody's portrait, of our pages and of programs; the
 * picture stays. `kept` is what the page showed, so that sending the form twice is one change.
 * Audited. False where the studio has no such person, or the portrait is another by now.
 */
export async function withdrawPortraitLinks(
  ctx: StaffContext,
  personId: string,
  kept: string,
): Promise<boolean> {
  const { db, studio } = ctx
  const image = keptImage(kept)
  if (!image) return false
  const version = randomCharacters(10)
  const shown = sql`studio_id = ${studio.id} AND id = ${personId}`
  const { renewed } = await batch(db, {
    renewed: renewVersionStatement(
      { db, studioId: studio.id },
      sql`bucket_id = ${bucketOfFolder('people')} AND path = ${image.path}
        AND version = ${image.version}
        AND EXISTS (SELECT 1 FROM people WHERE ${shown} AND photo = ${kept})`,
      version,
    ),
    shown: db.run(
      sql`UPDATE people SET version = version + 1, photo = ${keptText({ ...image, version })}
        WHERE ${shown} AND photo = ${kept} AND ${rightAfterChange}`,
    ),
    audit: auditStatement(
      ctx,
      { action: 'person.portrait_links_withdrawn', subjectKind: 'person', subjectId: personId },
      rightAfterChange,
    ),
  })
  return changed(renewed) > 0
}
