import { sql } from 'drizzle-orm'
import { importJobs } from '#app/db/studio/training.ts'
import type { Actor, StudioContext } from '#app/domain/scope/contexts.ts'
import { imageRefusalWords } from '#app/domain/storage/image-header.ts'
import type { MediaContext } from '#app/domain/storage/media-context.ts'
import { newId, randomCharacters } from '#app/values/id.ts'
import { storePhoto } from '../store-photo.server.ts'
import type { ImportJob } from './import-queries.server.ts'
import { refusalsKept } from './import-words.ts'
import { altFor, type PhotoPath, photoPaths } from './photo-paths.ts'
import {
  type ByteSource,
  bytesSource,
  readZipDirectory,
  readZipEntry,
  type ZipEntry,
  zipRefusalWords,
} from './read-zip.ts'

/** Photos taken over at once: each is decoded and re-encoded, some 60 ms. */
export const photosAtOnce = 8

/** What the form says of all photos of an upload. */
export type PhotoOrigin = { source: string; licence: string }

export type CheckArchiveResult =
  | { ok: true; importId: string }
  | { ok: false; reason: 'unreadable'; sentence: string }

/**
 * Takes an archive of photos in and tells which exercises they belong to, without adding any. The
 * archive waits in R2 and is read entry by entry. Refuses, with one sentence, what is no archive we
 * read.
 */
export async function checkPhotoArchive(
  ctx: MediaContext & { actor: Actor },
  file: { name: string; bytes: Uint8Array },
  origin: PhotoOrigin,
): Promise<CheckArchiveResult> {
  const directory = await readZipDirectory(bytesSource(file.bytes))
  if (!directory.ok)
    return { ok: false, reason: 'unreadable', sentence: zipRefusalWords[directory.reason] }
  const photos = photoPaths(directory.entries)
  if (photos.length === 0) {
    return {
      ok: false,
      reason: 'unreadable',
      sentence: 'The archive has no photos in folders named after exercises, such as Plank/0.jpg.',
    }
  }
  const known = await exercisesByFolder(ctx, photos)
  const strangers = photos.filter(({ folder }) => !known.has(folder))
  const importId = newId()
  const objectKey = `imports/${randomCharacters(32)}.zip`
  await ctx.db.insert(importJobs).values({
    id: importId,
    studioId: ctx.studio.id,
    kind: 'exercise_photos',
    state: 'uploaded',
    fileName: file.name.slice(0, 120),
    objectKey,
    dataset: origin.source.slice(0, 200),
    licence: origin.licence.slice(0, 80),
    total: photos.length,
    findings: {
      photos: photos.length - strangers.length,
      exercises: new Set(photos.map(({ folder }) => folder).filter((folder) => known.has(folder)))
        .size,
      strangers: strangers.length,
    },
    refusals: strangers.slice(0, refusalsKept).map(({ path }) => noExercise(path)),
    createdBy: ctx.actor.name,
    createdAt: ctx.now,
  })
  await ctx.media.put(objectKey, file.bytes)
  await ctx.db.run(sql`
    UPDATE import_jobs SET state = 'dry_run'
    WHERE studio_id = ${ctx.studio.id} AND id = ${importId} AND state = 'uploaded'`)
  return { ok: true, importId }
}

/**
 * Takes over the next photos of an archive. May be repeated, or done by two at once: what is there
 * already is not added again, and what the import has brought is counted by the rows that carry its
 * id, anyone who of the two wrote them.
 */
export async function importNextPhotos(
  ctx: MediaContext,
  job: ImportJob,
): Promise<{ done: boolean }> {
  const source = await archiveSource(ctx, job.objectKey)
  const directory = source && (await readZipDirectory(source))
  const photos = directory?.ok ? photoPaths<ZipEntry>(directory.entries) : []
  const chunk = photos.slice(job.cursor, job.cursor + photosAtOnce)
  const to = chunk.length > 0 ? job.cursor + chunk.length : job.total
  const outcome = await storePhotos(
    ctx,
    chunk.map((photo) => ({ ...photo, read: () => readZipEntry(source as ByteSource, photo) })),
    { source: job.dataset, licence: job.licence },
    job.id,
  )
  const done = to >= job.total
  // The dry run has named the strangers already.
  const named = new Set(job.refusals.map(({ where }) => where))
  const refusals = [
    ...job.refusals,
    ...outcome.refusals.filter(({ where }) => !named.has(where)),
  ].slice(0, refusalsKept)
  const brought = sql`(
    SELECT count(*) FROM exercise_media
    WHERE studio_id = ${ctx.studio.id} AND import_id = ${job.id} AND import_id <> '')`
  await ctx.db.run(sql`
    UPDATE import_jobs SET cursor = ${to}, created = ${brought},
      unchanged
        = max(${job.cursor + chunk.length} - refused - ${outcome.refusals.length} - ${brought}, 0),
      refused = refused + ${outcome.refusals.length},
      refusals = ${JSON.stringify(refusals)}, state = ${done ? 'committed' : 'committing'},
      finished_at = ${done ? ctx.now : null}
    WHERE studio_id = ${ctx.studio.id} AND id = ${job.id} AND state = 'committing'
      AND cursor = ${job.cursor}`)
  if (done) await ctx.media.delete(job.objectKey)
  return { done }
}

export type PhotosOutcome = {
  stored: number
  alreadyThere: number
  refusals: { where: string; reason: string }[]
}

/**
 * Photos chosen one by one or as a folder: added at once, each to the exercise its folder names.
 */
export async function addPhotoFiles(
  ctx: MediaContext,
  files: readonly { name: string; bytes: Uint8Array }[],
  origin: PhotoOrigin,
): Promise<PhotosOutcome> {
  const photos = photoPaths(files).map((photo) => ({ ...photo, read: async () => photo.bytes }))
  const outcome = await storePhotos(ctx, photos, origin)
  const strangers = files.filter(({ name }) => !photos.some(({ path }) => path === name))
  const notInFolder = strangers.map(({ name }) => ({
    where: name,
    reason: 'It isn’t a photo in a folder named after an exercise.',
  }))
  return { ...outcome, refusals: [...outcome.refusals, ...notInFolder] }
}

async function storePhotos(
  ctx: MediaContext,
  photos: readonly (PhotoPath & { read(): Promise<Uint8Array | null> })[],
  origin: PhotoOrigin,
  importId = '',
): Promise<PhotosOutcome> {
  const known = await exercisesByFolder(ctx, photos)
  const outcome: PhotosOutcome = { stored: 0, alreadyThere: 0, refusals: [] }
  for (const { path, folder, file, read } of photos) {
    const exercise = known.get(folder)
    if (!exercise) {
      outcome.refusals.push(noExercise(path))
      continue
    }
    const bytes = await read()
    const result = bytes
      ? await storePhoto(ctx, exercise.id, {
          bytes,
          alt: altFor(exercise.name, file),
          ...origin,
          importId,
        })
      : ({ ok: false, reason: 'unreadable' } as const)
    if (result.ok) outcome[result.outcome === 'stored' ? 'stored' : 'alreadyThere'] += 1
    else if (result.reason === 'not_found') outcome.refusals.push(noExercise(path))
    else outcome.refusals.push({ where: path, reason: imageRefusalWords[result.reason] })
  }
  return outcome
}

const noExercise = (path: string) => ({
  where: path,
  reason: 'No exercise has the name of its folder.',
})

/** The exercise each folder names, by its id in the library or by its name. */
async function exercisesByFolder(
  { db, studio }: StudioContext,
  photos: readonly PhotoPath[],
): Promise<Map<string, { id: string; name: string }>> {
  const folders = [...new Set(photos.map(({ folder }) => folder))].map((folder) => [
    folder,
    folder.replaceAll('_', ' '),
  ])
  const rows = await db.all<{ folder: string; id: string; name: string }>(sql`
    SELECT input.value ->> 0 AS folder, exercise.id, exercise.name
    FROM json_each(${JSON.stringify(folders)}) AS input
    CROSS JOIN exercises AS exercise ON exercise.id = coalesce(
      (SELECT id FROM exercises
        WHERE studio_id = ${studio.id} AND source_dataset = 'free-exercise-db'
          AND source_id = input.value ->> 0),
      (SELECT id FROM exercises
        WHERE studio_id = ${studio.id} AND name = input.value ->> 1 LIMIT 1))`)
  return new Map(rows.map(({ folder, id, name }) => [folder, { id, name }]))
}

async function archiveSource(
  { media }: MediaContext,
  objectKey: string,
): Promise<ByteSource | null> {
  const head = await media.head(objectKey)
  if (!head) return null
  return {
    size: head.size,
    async read(offset, length) {
      if (length <= 0 || offset >= head.size) return new Uint8Array()
      const part = await media.get(objectKey, {
        range: { offset, length: Math.min(length, head.size - offset) },
      })
      return new Uint8Array((await part?.arrayBuffer()) ?? new ArrayBuffer(0))
    },
  }
}
