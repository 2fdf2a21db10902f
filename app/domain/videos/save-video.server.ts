/** Adding a video, saying what it is and who sees it, and deleting it. */
import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { keptImage } from '#app/domain/storage/kept-image.ts'
import { clearStrays, removePlace } from '#app/domain/storage/stray-objects.server.ts'
import { giveUpUpload, type VideoContext } from './upload-video.server.ts'
import type { NewVideoForm, VideoForm } from './video-form.ts'

/** The exercise of a name, whatever its letter case; NULL for none. */
const exerciseSql = (studioId: string, name: string): SQL =>
  sql`(SELECT id FROM exercises WHERE studio_id = ${studioId} AND name = ${name} COLLATE NOCASE
    AND merged_into IS NULL ORDER BY state = 'published' DESC, id LIMIT 1)`

const foundSql = (name: string, exercise: SQL): SQL =>
  sql`(${name} = '' OR ${exercise} IS NOT NULL)`

/**
 * Adds a video under the form's key, as a draft without a file. Twice is once. Refused for an
 * exercise that the studio has not.
 */
export async function addVideo(
  ctx: StaffContext,
  { key, title, kind, link, exercise: name }: NewVideoForm,
): Promise<{ ok: true } | { ok: false; reason: 'no_such_exercise' }> {
  const { db, studio, now, actor } = ctx
  const exercise = exerciseSql(studio.id, name)
  const { there } = await batch(db, {
    added: db.run(sql`
      INSERT INTO videos (id, studio_id, title, kind, link, exercise_id, on_shelf, created_by,
        created_at, updated_at)
      SELECT ${key}, ${studio.id}, ${title}, ${kind}, ${kind === 'link' ? link : ''},
        ${exercise}, ${name === '' ? 1 : 0}, ${actor.name}, ${now}, ${now}
      WHERE ${foundSql(name, exercise)} ON CONFLICT DO NOTHING`),
    audit: auditStatement(
      ctx,
      { action: 'video.added', subjectKind: 'video', subjectId: key, detail: { title } },
      rightAfterChange,
    ),
    there: db.all(sql`SELECT 1 FROM videos WHERE studio_id = ${studio.id} AND id = ${key}`),
  })
  return there.length > 0 ? { ok: true } : { ok: false, reason: 'no_such_exercise' }
}

export type ChangeVideoResult =
  | { ok: true }
  | {
      ok: false
      reason: 'not_found' | 'changed' | 'no_such_exercise' | 'no_such_plan' | 'no_such_level'
    }

/**
 * Changes what is said of a video that was opened at a version. `captions` are a WebVTT text, empty
 * for none, or left out to stay as they are. Refused over someone else's edit, and for an exercise,
 * plan or level that the studio has not.
 */
export async function changeVideo(
  ctx: StaffContext,
  videoId: string,
  form: VideoForm & { captions?: string },
): Promise<ChangeVideoResult> {
  const { db, studio, now } = ctx
  const own = sql`studio_id = ${studio.id} AND id = ${videoId}`
  const plans = JSON.stringify((form.access === 'plan' && form.plans) || [])
  const levelId = form.access === 'level' ? form.levelId : ''
  const exerciseId = exerciseSql(studio.id, form.exercise)
  const exercise = foundSql(form.exercise, exerciseId)
  const plan = sql`NOT EXISTS (SELECT 1 FROM json_each(${plans}) AS asked WHERE asked.value NOT IN (
    SELECT name FROM plans WHERE studio_id = ${studio.id}))`
  const level = sql`(${levelId} = '' OR EXISTS (SELECT 1 FROM levels
    WHERE studio_id = ${studio.id} AND id = ${levelId}))`
  const { saved, there, facts } = await batch(db, {
    facts: db.all<{ exercise: number; plan: number; level: number }>(
      sql`SELECT ${exercise} AS exercise, ${plan} AS plan, ${level} AS level`,
    ),
    saved: db.run(sql`
      UPDATE videos SET title = ${form.title}, about = ${form.about}, credit = ${form.credit},
        link = iif(kind = 'link', coalesce(nullif(${form.link}, ''), link), ''),
        state = ${form.state}, exercise_id = ${exerciseId},
        on_shelf = ${form.onShelf ? 1 : 0}, access = ${form.access}, plans = ${plans},
        level_id = ${levelId}, poster = ${form.poster}, seconds = ${form.length},
        chapters = ${JSON.stringify(form.chapters)},
        captions = coalesce(${form.captions ?? null}, captions),
        captions_language = ${form.captionsLanguage}, updated_at = ${now}, version = version + 1
      WHERE ${own} AND version = ${form.version} AND ${exercise} AND ${plan} AND ${level}`),
    audit: auditStatement(
      ctx,
      {
        action: 'video.changed',
        subjectKind: 'video',
        subjectId: videoId,
        detail: { title: form.title, state: form.state, access: form.access },
      },
      rightAfterChange,
    ),
    there: db.all(sql`SELECT 1 FROM videos WHERE ${own}`),
  })
  if (changed(saved) > 0) return { ok: true }
  const [fact] = facts
  if (there.length === 0) return { ok: false, reason: 'not_found' }
  if (!fact?.exercise) return { ok: false, reason: 'no_such_exercise' }
  if (!fact.plan) return { ok: false, reason: 'no_such_plan' }
  return { ok: false, reason: fact.level ? 'changed' : 'no_such_level' }
}

/** Deletes a video with its file, its poster and where people stopped in it. Null: there is none. */
export async function removeVideo(
  ctx: VideoContext,
  videoId: string,
): Promise<{ title: string } | null> {
  const { db, studio } = ctx
  const { gone } = await batch(db, {
    gone: db.all<{
      title: string
      poster: string
      objectKey: string
      uploadKey: string
      uploadToken: string
    }>(sql`
      DELETE FROM videos WHERE studio_id = ${studio.id} AND id = ${videoId}
      RETURNING title, poster, object_key AS objectKey, upload_key AS uploadKey,
        upload_token AS uploadToken`),
    audit: auditStatement(
      ctx,
      { action: 'video.removed', subjectKind: 'video', subjectId: videoId },
      rightAfterChange,
    ),
  })
  const [video] = gone
  if (!video) return null
  const poster = keptImage(video.poster)
  const shared = await db.all(sql`
    SELECT 1 FROM videos WHERE studio_id = ${studio.id} AND poster = ${video.poster} LIMIT 1`)
  if (poster && shared.length === 0)
    await removePlace({ ...ctx, studioId: studio.id }, poster.bucket, poster.path)
  await clearStrays(ctx, [video.objectKey].filter(Boolean))
  await giveUpUpload(ctx.media, video)
  return { title: video.title }
}
