/** What everybody may read of somebody who works here, with their consent. */
import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, lineWrittenSql, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { noticeStatement } from '#app/domain/messaging/notices.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { bucketOfFolder } from '#app/domain/storage/buckets.ts'
import { keptPath } from '#app/domain/storage/kept-image.ts'
import { removeObjectsStatements } from '#app/domain/storage/stray-objects.server.ts'
import { paths } from '#app/paths.ts'
import { newId } from '#app/values/id.ts'
import type { Instant } from '#app/values/instant.ts'
import type { BioForm } from './bio-form.ts'

export type SaveBioResult = { ok: true } | { ok: false; reason: 'not_found' | 'changed' }

/**
 * Keeps a bio at `version` (0 is none yet). Its own person (`own`) says whether it is shown; what a
 * manager changes is hidden until its person agrees, who gets a notice. Refused for somebody who
 * does not work here, and for an edit over another's. The same words twice change nothing.
 */
export async function saveBio(
  ctx: StaffContext,
  personId: string,
  { version, text, photo, shown }: BioForm,
  { own }: { own: boolean },
): Promise<SaveBioResult> {
  const { db, studio, now, actor } = ctx
  const agreed = own && shown && text !== '' ? now : null
  const line = newId()
  const works = sql`EXISTS (SELECT 1 FROM people WHERE studio_id = ${studio.id}
    AND id = ${personId} AND is_staff = 1 AND archived_at IS NULL)`
  const mine = sql`studio_id = ${studio.id} AND person_id = ${personId}`
  const same = sql`text = ${text} AND photo = ${photo} AND ${
    own ? sql`(agreed_at IS NULL) = ${agreed === null ? 1 : 0}` : sql`1`
  }`
  const taken = sql`bio.version = ${version} AND ${works}`
  const { saved, facts } = await batch(db, {
    ...withdrawBioPhotoStatements(ctx, personId, photo, taken),
    saved:
      version === 0
        ? db.run(sql`
            INSERT INTO coach_bios (studio_id, person_id, text, photo, agreed_at)
            SELECT ${studio.id}, ${personId}, ${text}, ${photo}, ${agreed}
            WHERE ${works} ON CONFLICT DO NOTHING`)
        : db.run(sql`
            UPDATE coach_bios SET text = ${text}, photo = ${photo}, agreed_at = ${agreed},
              version = version + 1
            WHERE ${mine} AND version = ${version} AND ${works} AND NOT (${same})`),
    audit: auditStatement(
      ctx,
      { id: line, action: 'bio.changed', subjectKind: 'person', subjectId: personId },
      rightAfterChange,
    ),
    notice: own
      ? null
      : noticeStatement(
          ctx,
          {
            personId,
            dedupeKey: `bio:${line}`,
            kind: 'bio-changed',
            text: `${actor.name} changed your public bio. It is hidden until you agree to it.`,
            path: paths.manageMyBio(studio),
          },
          lineWrittenSql(line),
        ),
    facts: db.all<{ works: number; same: number }>(sql`
      SELECT ${works} AS works,
        EXISTS (SELECT 1 FROM coach_bios WHERE ${mine} AND ${same}) AS same`),
  })
  if (changed(saved) > 0 || facts[0]?.same) return { ok: true }
  return { ok: false, reason: facts[0]?.works ? 'changed' : 'not_found' }
}

/**
 * Removes the public photo that a bio keeps where `next` is another or none, unless another bio keeps
 * it too. For the batch of the change, before it, under its `guard` over `bio`; the bytes go with the
 * sweep.
 */
export function withdrawBioPhotoStatements(
  { db, studio, nowMs }: StudioContext,
  personId: string,
  next: string,
  guard: SQL,
) {
  const { strays, removed } = removeObjectsStatements(
    { db, studioId: studio.id, nowMs },
    sql`bucket_id = ${bucketOfFolder('staff')} AND path <> ${keptPath(next)} AND path = (
      SELECT substr(bio.photo, 1, instr(bio.photo || '#', '#') - 1) FROM coach_bios AS bio
      WHERE bio.studio_id = ${studio.id} AND bio.person_id = ${personId} AND bio.photo <> ''
        AND ${guard} AND NOT EXISTS (SELECT 1 FROM coach_bios AS other
          WHERE other.studio_id = bio.studio_id AND other.person_id <> bio.person_id
            AND substr(other.photo, 1, instr(other.photo || '#', '#') - 1)
              = substr(bio.photo, 1, instr(bio.photo || '#', '#') - 1)))`,
  )
  return { bioPhotoStrays: strays, bioPhotoRemoved: removed }
}

export type BioRow = {
  name: string
  text: string
  photo: string
  agreedAt: Instant | null
  version: number
}

/** The bio of somebody who works here, empty where they have none; null for anybody else. */
export async function findBio(
  { db, studio }: StudioContext,
  personId: string,
): Promise<BioRow | null> {
  const [row] = await db.all<BioRow>(sql`
    SELECT person.name, coalesce(bio.text, '') AS text, coalesce(bio.photo, '') AS photo,
      bio.agreed_at AS agreedAt, coalesce(bio.version, 0) AS version
    FROM people AS person LEFT JOIN coach_bios AS bio ON bio.studio_id = person.studio_id
      AND bio.person_id = person.id
    WHERE person.studio_id = ${studio.id} AND person.id = ${personId} AND person.is_staff = 1
      AND person.archived_at IS NULL`)
  return row ?? null
}
