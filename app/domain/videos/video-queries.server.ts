/** Reads of videos: at the desk, with an exercise, on the shelf, and their bytes. */
import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { videos } from '#app/db/studio/day/videos.ts'
import type { VideoAccess, VideoKind, VideoState } from '#app/db/studio/day/videos-words.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Instant } from '#app/values/instant.ts'
import { videosShown } from './video-words.ts'
import { mayWatchSql, openToSql, shownWithExerciseSql, watchableSql } from './watch-sql.server.ts'
import type { Chapter } from './web-vtt.ts'

/** Who looks: `personId` is empty for a stranger. */
export type Watcher = { personId: string; staff: boolean }

export type VideoRow = {
  id: string
  title: string
  kind: VideoKind
  state: VideoState
  exercise: string
  onShelf: number
  access: VideoAccess
  bytes: number
  uploadBytes: number
  hasFile: number
  seconds: number
  watched: number
}

/** All videos by title, with how many people began each. */
export const videosStatement = ({ db, studio }: StudioContext) =>
  db.all<VideoRow>(sql`
    SELECT video.id, video.title, video.kind, video.state, coalesce(exercise.name, '') AS exercise,
      video.on_shelf AS onShelf, video.access, video.bytes, video.upload_bytes AS uploadBytes,
      video.object_key <> '' AS hasFile, video.seconds,
      (SELECT count(*) FROM video_places AS place WHERE place.studio_id = video.studio_id
        AND place.video_id = video.id) AS watched
    FROM videos AS video
    LEFT JOIN exercises AS exercise ON exercise.studio_id = video.studio_id
      AND exercise.id = video.exercise_id
    WHERE video.studio_id = ${studio.id} ORDER BY video.title, video.id LIMIT ${videosShown + 1}`)

/** Videos of an exercise, for the desk's page of it. */
export const videosOfExercise = ({ db, studio }: StudioContext, exerciseId: string) =>
  db.all<{ id: string; title: string; state: VideoState; hasFile: number }>(sql`
    SELECT id, title, state, kind = 'link' OR object_key <> '' AS hasFile FROM videos
    WHERE studio_id = ${studio.id} AND exercise_id = ${exerciseId} ORDER BY title LIMIT 20`)

/** One video as staff change it, with what it can be put to; null where the studio has none such. */
export async function findVideo({ db, studio }: StudioContext, videoId: string) {
  const { rows, arrived, plans, levels } = await batch(db, {
    rows: db.all<
      Pick<
        typeof videos.$inferSelect,
        | ('id' | 'title' | 'about' | 'credit' | 'kind' | 'link' | 'state' | 'access' | 'levelId')
        | ('poster' | 'captionsLanguage' | 'seconds' | 'objectKey' | 'bytes' | 'fileName')
        | ('uploadKey' | 'uploadName' | 'uploadBytes' | 'version')
      > & {
        exercise: string
        onShelf: number
        plans: string
        chapters: string
        hasCaptions: number
      }
    >(sql`
      SELECT id, title, about, credit, kind, link, state, coalesce((
          SELECT name FROM exercises AS exercise WHERE exercise.studio_id = videos.studio_id
            AND exercise.id = videos.exercise_id), '') AS exercise,
        on_shelf AS onShelf, access, plans, level_id AS levelId, poster,
        captions <> '' AS hasCaptions, captions_language AS captionsLanguage, chapters, seconds,
        object_key AS objectKey, bytes, file_name AS fileName, upload_key AS uploadKey,
        upload_name AS uploadName, upload_bytes AS uploadBytes, version
      FROM videos WHERE studio_id = ${studio.id} AND id = ${videoId}`),
    arrived: db.all<{ n: number }>(sql`
      SELECT count(*) AS n FROM videos AS video JOIN video_parts AS part
        ON part.studio_id = video.studio_id AND part.upload_key = video.upload_key
      WHERE video.studio_id = ${studio.id} AND video.id = ${videoId}`),
    plans: db.all<{ name: string }>(sql`
      SELECT DISTINCT name FROM plans WHERE studio_id = ${studio.id} AND archived_at IS NULL
      ORDER BY name LIMIT 40`),
    levels: db.all<{ id: string; name: string; ladder: string }>(sql`
      SELECT level.id, level.name, ladder.name AS ladder FROM levels AS level
      JOIN ladders AS ladder ON ladder.id = level.ladder_id
      WHERE level.studio_id = ${studio.id} ORDER BY ladder.name, level.rung LIMIT 200`),
  })
  const [row] = rows
  if (!row) return null
  return {
    video: {
      ...row,
      plans: JSON.parse(row.plans) as string[],
      chapters: JSON.parse(row.chapters) as Chapter[],
    },
    arrived: arrived[0]?.n ?? 0,
    plans: plans.map(({ name }) => name),
    levels,
  }
}

export type ShownVideo = {
  id: string
  title: string
  about: string
  credit: string
  kind: VideoKind
  link: string
  poster: string
  captions: number
  captionsLanguage: string
  chapters: string
  seconds: number
  contentType: string
}

const shownColumns = sql`video.id, video.title, video.about, video.credit, video.kind, video.link,
  video.poster, video.captions <> '' AS captions, video.captions_language AS captionsLanguage,
  video.chapters, video.seconds, video.content_type AS contentType`

/** Published videos of an exercise, for the batch of its page in the encyclopedia. */
export const videosOfEntryStatement = ({ db, studio }: StudioContext, exerciseId: string) =>
  db.all<ShownVideo>(sql`
    SELECT ${shownColumns} FROM videos AS video
    WHERE video.studio_id = ${studio.id} AND video.exercise_id = ${exerciseId} AND ${watchableSql}
    ORDER BY video.title, video.id LIMIT 4`)

export type WatchedVideo = ShownVideo & {
  exerciseId: string | null
  exercise: string | null
  onShelf: number
  place: number | null
  done: number | null
}

/** A video that somebody may watch, with where they stopped, for the batch of its page. */
export const watchedStatement = (
  ctx: StudioContext,
  { personId, staff }: Watcher,
  videoId: string,
) =>
  ctx.db.all<WatchedVideo>(sql`
    SELECT ${shownColumns}, exercise.id AS exerciseId, exercise.name AS exercise,
      video.on_shelf AS onShelf, place.seconds AS place, place.done
    FROM videos AS video
    LEFT JOIN exercises AS exercise ON exercise.studio_id = video.studio_id
      AND exercise.id = video.exercise_id AND exercise.state = 'published'
    LEFT JOIN video_places AS place ON place.studio_id = video.studio_id
      AND place.person_id = ${personId} AND place.video_id = video.id
    WHERE video.studio_id = ${ctx.studio.id} AND video.id = ${videoId}
      AND ${mayWatchSql(ctx, personId, staff)}`)

export type ShelfRow = {
  id: string
  title: string
  kind: VideoKind
  poster: string
  seconds: number
  access: VideoAccess
  plans: string
  level: string
  open: number
  place: number | null
  done: number | null
  watchedAt: Instant | null
}

/** The shelf as a member sees it: what is open to them and what would be, and where they stopped. */
export const shelfStatement = (ctx: StudioContext, { personId, staff }: Watcher) =>
  ctx.db.all<ShelfRow>(sql`
    SELECT video.id, video.title, video.kind, video.poster, video.seconds, video.access,
      video.plans, coalesce(level.name, '') AS level,
      ${staff ? sql`1` : openToSql(ctx, personId)} AS open, place.seconds AS place, place.done,
      place.updated_at AS watchedAt
    FROM videos AS video
    LEFT JOIN levels AS level ON level.id = video.level_id
    LEFT JOIN video_places AS place ON place.studio_id = video.studio_id
      AND place.person_id = ${personId} AND place.video_id = video.id
    WHERE video.studio_id = ${ctx.studio.id} AND video.on_shelf AND ${watchableSql}
    ORDER BY video.title, video.id LIMIT 200`)

/** A row where there is something on the shelf. */
export const shelfFilledStatement = ({ db, studio }: StudioContext) =>
  db.all(sql`SELECT 1 FROM videos AS video
    WHERE video.studio_id = ${studio.id} AND video.on_shelf AND ${watchableSql} LIMIT 1`)

/** The bytes and captions of a video that somebody may watch; null where they may not. */
export async function findWatchable(
  ctx: StudioContext,
  { personId, staff }: Watcher,
  videoId: string,
): Promise<{
  objectKey: string
  contentType: string
  bytes: number
  captions: string
  everyone: number
} | null> {
  const [row] = await ctx.db.all<{
    objectKey: string
    contentType: string
    bytes: number
    captions: string
    everyone: number
  }>(sql`
    SELECT video.object_key AS objectKey, video.content_type AS contentType, video.bytes,
      video.captions, ${watchableSql} AND ${shownWithExerciseSql(ctx)} AS everyone
    FROM videos AS video
    WHERE video.studio_id = ${ctx.studio.id} AND video.id = ${videoId}
      AND ${mayWatchSql(ctx, personId, staff)}`)
  return row ?? null
}
