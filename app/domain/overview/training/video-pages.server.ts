/** The shelf of videos, and one of them, as members see them. */
import { batch } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import {
  type ShelfRow,
  shelfStatement,
  type Watcher,
  watchedStatement,
} from '#app/domain/videos/video-queries.server.ts'
import { lengthOf, lockWords } from '#app/domain/videos/video-words.ts'
import { type Chapter, clockOf } from '#app/domain/videos/web-vtt.ts'

type Viewer = Parameters<typeof shellStatements>[1]

/** Videos that somebody stopped in the middle of, shown first. */
const goOnWith = 4

/** What is on the shelf, what of it is open to the viewer, and what they stopped in. One trip. */
export async function shelfPage(ctx: StudioContext, viewer: Viewer, watcher: Watcher) {
  const answer = await batch(ctx.db, {
    ...shellStatements(ctx, viewer),
    shelf: shelfStatement(ctx, watcher),
  })
  const cards = answer.shelf.map(toCard)
  const stopped = [...answer.shelf]
    .filter(({ open, place, done }) => open && !done && (place ?? 0) > 0)
    .sort((a, b) => ((a.watchedAt ?? '') < (b.watchedAt ?? '') ? 1 : -1))
    .slice(0, goOnWith)
    .map(toCard)
  return { shell: toShell(answer, viewer), cards, stopped }
}

function toCard(row: ShelfRow) {
  const { id, title, poster, open, place, done, seconds, kind } = row
  const open_ = open === 1
  return {
    id,
    title,
    poster,
    open: open_,
    about: [
      lengthOf(seconds),
      kind === 'link' ? 'elsewhere' : '',
      open_ ? '' : lockWords(row.access, JSON.parse(row.plans) as string[], row.level),
      open_ && done ? 'watched' : '',
      open_ && !done && place ? `stopped at ${clockOf(place)}` : '',
    ]
      .filter(Boolean)
      .join(', '),
  }
}

/**
 * One video for somebody who may watch it, with where they stopped; null where they may not. One
 * trip.
 */
export async function watchPage(
  ctx: StudioContext,
  viewer: Viewer,
  watcher: Watcher,
  videoId: string,
) {
  const answer = await batch(ctx.db, {
    ...shellStatements(ctx, viewer),
    watched: watchedStatement(ctx, watcher, videoId),
  })
  const [video] = answer.watched
  if (!video) return null
  const { chapters, onShelf, ...shown } = video
  return {
    shell: toShell(answer, viewer),
    onShelf: onShelf === 1,
    video: {
      ...shown,
      place: video.done ? 0 : (video.place ?? 0),
      length: lengthOf(video.seconds),
      chapters: (JSON.parse(chapters) as Chapter[]).map(({ at, name }) => ({
        at,
        name,
        clock: clockOf(at),
      })),
    },
  }
}
