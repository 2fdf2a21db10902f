import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import { auditStatement } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { StudioNameForm } from './name-form.ts'
import { mostFormerSlugs } from './name-words.ts'
import { slugIsFreeSql } from './slug-free-sql.server.ts'

export type RenameStudioResult =
  | { ok: true; slug: string }
  | { ok: false; reason: 'changed_meanwhile' | 'slug_taken' | 'too_many_slugs' }

type Named = { name: string; slug: string; listed: boolean }

/** What a page showed, for a save over nothing else; a slug holds no space. */
export const nameVersion = ({ name, slug, listed }: Named): string =>
  `${slug} ${listed ? 1 : 0} ${name}`

/**
 * Sets a studio's name, its web address and whether the finder of studios shows it, over what the
 * page showed (`version`). The address it had is kept and leads on to the new one for good, so a
 * printed code stays true; one that it had before can be taken back. The directory is written
 * first and the audit behind it under the key of the form. Refused: an address that another studio
 * has or had, and more than `mostFormerSlugs` former addresses, so that no studio keeps names from
 * others by changing often.
 */
export async function renameStudio(
  ctx: StaffContext,
  directory: DirectoryDb,
  { key, version, name, slug, listed }: StudioNameForm,
): Promise<RenameStudioResult> {
  const { db, studio } = ctx
  const to = { name, slug, listed: listed === 'on' }
  const wanted = nameVersion(to)
  if (version === wanted) return { ok: true, slug }
  const free = slugIsFreeSql(slug, studio.id)
  const few = fewFormer(studio.id, slug)
  const mine = sql`id = ${studio.id} AND slug || ' ' || listed || ' ' || name = ${version}`
  const { after, could } = await batch(directory, {
    could: directory.all<{ free: number; few: number }>(sql`
      SELECT (${free}) AS free, (${few}) AS few`),
    former: directory.run(sql`
      INSERT INTO studio_slugs (slug, studio_id)
      SELECT slug, id FROM studios WHERE ${mine} AND slug <> ${slug} AND ${free} AND ${few}
      ON CONFLICT DO NOTHING`),
    change: directory.run(sql`
      UPDATE studios SET name = ${name}, slug = ${slug}, listed = ${to.listed ? 1 : 0}
      WHERE ${mine} AND ${free}
        AND (slug = ${slug} OR EXISTS (
          SELECT 1 FROM studio_slugs AS kept
          WHERE kept.slug = studios.slug AND kept.studio_id = studios.id))`),
    back: directory.run(sql`
      DELETE FROM studio_slugs WHERE studio_id = ${studio.id}
        AND slug = (SELECT slug FROM studios WHERE id = ${studio.id})`),
    after: directory.all<{ name: string; slug: string; listed: number }>(sql`
      SELECT name, slug, listed FROM studios WHERE id = ${studio.id}`),
  })
  const now = after[0]
  if (!now || nameVersion({ ...now, listed: now.listed === 1 }) !== wanted) {
    if (!could[0]?.free) return { ok: false, reason: 'slug_taken' }
    if (!could[0].few) return { ok: false, reason: 'too_many_slugs' }
    return { ok: false, reason: 'changed_meanwhile' }
  }
  await batch(db, {
    audit: auditStatement(ctx, {
      id: key,
      action: 'studio.renamed',
      subjectKind: 'studio',
      subjectId: studio.id,
      detail: { from: version, to: wanted },
    }),
  })
  return { ok: true, slug }
}

/** Whether the studio may leave its slug for another: one it had itself costs no place. */
function fewFormer(studioId: string, slug: string): SQL {
  return sql`(SELECT slug = ${slug} FROM studios WHERE id = ${studioId}) OR (
    SELECT COUNT(*) FROM studio_slugs
    WHERE studio_id = ${studioId} AND slug <> ${slug}) < ${mostFormerSlugs}`
}
