/** Puts a few videos into each demo studio, the way a coach would: with an exercise and on the shelf. */
import { sql } from 'drizzle-orm'
import { studioDb } from '#app/db/connection.server.ts'
import { Meter } from '#app/db/meter.server.ts'
import type { Studio } from '#app/domain/scope/studio.ts'
import { keptText } from '#app/domain/storage/kept-image.ts'
import { storeImage } from '#app/domain/storage/store-image.server.ts'
import { addVideo, changeVideo } from '#app/domain/videos/save-video.server.ts'
import { keepWhole } from '#app/domain/videos/upload-video.server.ts'
import type { VideoForm } from '#app/domain/videos/video-form.ts'
import { derivedId } from '#app/values/id.ts'
import { instantFromMs } from '#app/values/instant.ts'
import { nodeImages } from '../../local-images.ts'
import { rasterise } from '../draw-pictures.ts'
import { drawFrame, drawVideo } from './draw-video.ts'

type Env = { DIRECTORY: D1Database; STUDIOS_0: D1Database; STUDIOS_1: D1Database; MEDIA: R2Bucket }

const captions =
  'WEBVTT\n\n00:00.000 --> 00:01.500\nOutside leg leads.\n\n00:01.500 --> 00:04.000\nPush away, don’t pull in.\n'

type Video = Partial<VideoForm> & Pick<VideoForm, 'title'> & { first?: string }

const some: Video[] = [
  {
    title: 'A warm-up for home',
    about: 'Wrists, shoulders and hips, before you practise by yourself.',
    onShelf: true,
    chapters: [
      { at: 0, name: 'Wrists and shoulders' },
      { at: 2, name: 'Hips' },
    ],
  },
  { title: 'The class of last Thursday, recorded', onShelf: true, access: 'holders' },
  { title: 'Drills for members', onShelf: true, access: 'plan' },
  { title: 'Next steps, filmed for you', onShelf: true, access: 'level' },
  { title: 'What to film next', state: 'draft', onShelf: true },
]

/** May be repeated: what is there already is not added again. */
export async function fillVideos(
  env: Env,
  { id, shard }: Pick<Studio, 'id' | 'shard'>,
  nowMs: number,
): Promise<void> {
  const studio = { id, shard } as Studio
  const db = studioDb(env, studio, new Meter())
  const actor = { userId: 'demo', name: 'Demo', role: 'owner' as const }
  const ctx = {
    db,
    studio,
    now: instantFromMs(nowMs),
    nowMs,
    origin: '',
    secret: '',
    actor,
    media: env.MEDIA,
    images: nodeImages(),
  }
  const [known] = await db.all<{ plan: string; level: string; exercise: string }>(sql`
    SELECT coalesce((SELECT name FROM plans WHERE studio_id = ${id} ORDER BY name DESC LIMIT 1), '') AS plan,
      coalesce((SELECT id FROM levels WHERE studio_id = ${id} ORDER BY rung DESC, id LIMIT 1), '') AS level,
      coalesce((SELECT name FROM exercises WHERE studio_id = ${id}
        ORDER BY name IN ('Carousel spin', 'Front kick') DESC, name LIMIT 1), '') AS exercise`)
  const { plan = '', level = '', exercise = '' } = known ?? {}
  const [film, still] = await Promise.all([drawVideo(), rasterise(drawFrame(0.1), 640, 360)])
  const stored = await storeImage(ctx, {
    folder: `classes/${await derivedId('demo poster', id)}`,
    file: { name: 'poster.webp', bytes: still },
    alt: '',
  })
  const poster = stored.ok ? keptText(stored.value) : ''
  const withExercise: Video = {
    title: exercise,
    exercise,
    onShelf: false,
    credit: 'Drawn for the demo, CC0',
  }
  for (const video of [withExercise, ...some]) {
    const key = await derivedId('demo video', id, video.title)
    const named = { key, title: video.title, kind: 'file' as const, link: '', exercise: '' }
    await addVideo(ctx, named)
    const access = video.access === 'plan' && !plan ? 'holders' : (video.access ?? 'everyone')
    await changeVideo(ctx, key, {
      about: '',
      credit: '',
      link: '',
      state: 'published',
      exercise: '',
      length: 4,
      chapters: [],
      captionsLanguage: 'en',
      poster,
      version: 1,
      onShelf: true,
      captions,
      ...video,
      ...(access === 'level' && !level ? { access: 'everyone' as const } : { access }),
      plans: access === 'plan' ? [plan] : [],
      levelId: access === 'level' ? level : '',
    })
    if (video.state === 'draft') continue
    const kept = await keepWhole(ctx, key, { name: 'spin.webm', bytes: film })
    if (!kept.ok) throw new Error(`The video ${video.title} was refused: ${kept.reason}`)
  }
  const link = await derivedId('demo video', id, 'elsewhere')
  await addVideo(ctx, {
    key: link,
    title: 'How to look after your hands',
    kind: 'link',
    exercise: '',
    link: 'https://video.example/hands',
  })
  // Somebody stopped in the middle of one.
  await db.run(sql`
    INSERT INTO video_places (studio_id, person_id, video_id, seconds, updated_at)
    SELECT ${id}, person.id, ${await derivedId('demo video', id, some[0]!.title)}, 2, ${ctx.now}
    FROM people AS person WHERE person.studio_id = ${id} AND person.user_id IS NOT NULL
      AND person.is_staff = 0 AND person.archived_at IS NULL LIMIT 40
    ON CONFLICT DO NOTHING`)
}
