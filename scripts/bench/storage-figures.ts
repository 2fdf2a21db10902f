import { createClient } from '@supabase/supabase-js'
import { readConfiguration } from '#app/domain/identity/configuration.server.ts'
import { signProjectKey } from '#app/domain/identity/sessions/access-tokens.server.ts'
import { storePhoto } from '#app/domain/training/store-photo.server.ts'
import { newId } from '#app/values/id.ts'
import { testSecrets } from '../../tests/support/accounts.ts'
import { jpegOf, pngOf } from '../../tests/support/files.ts'
import { mintStudio } from '../../tests/support/studios.ts'
import { weightOf } from '../../tests/support/weight.ts'
import { nodeImages } from '../local-images.ts'
import { databaseEnv } from '../local-server.ts'
import { type BenchServer, benchServer } from './bench-server.ts'
import { ask, median, round } from './load.ts'

/** A 12-megapixel photo by the wire, and a page of 24 exercises with photos. */
export async function storageFigures(): Promise<object[]> {
  const server = await benchServer()
  try {
    return [...(await onePhoto(server)), await cards(server)]
  } finally {
    await server.stop()
  }
}

async function onePhoto({ url }: BenchServer): Promise<object[]> {
  const key = await signProjectKey(readConfiguration(testSecrets), 'service_role')
  const transport = class {} as unknown as typeof WebSocket
  const { storage } = createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport },
  })
  const images = storage.from('Images')
  const photo = await jpegOf(4_000, 3_000)
  const path = `${newId()}/photo.jpg`
  // The reader of images is loaded by its first picture.
  await images.upload(`${newId()}/warm.png`, new Blob([pngOf(40, 30)], { type: 'image/png' }))
  const began = performance.now()
  const { error } = await images.upload(path, new Blob([photo], { type: 'image/jpeg' }))
  if (error) throw error
  const upload = round(performance.now() - began)
  const { publicUrl } = images.getPublicUrl(path, { transform: { width: 300, height: 500 } }).data
  const lines: object[] = [{ figure: '12 MP JPEG uploaded', bytes: photo.length, ms: upload }]
  for (const format of ['webp', 'avif']) {
    const headers = { Accept: `image/${format}` }
    const first = await ask(publicUrl, { headers })
    const later: number[] = []
    for (let i = 0; i < 15; i += 1) later.push((await ask(publicUrl, { headers })).milliseconds)
    const bytes = (await (await fetch(publicUrl, { headers })).arrayBuffer()).byteLength
    lines.push({
      figure: '12 MP JPEG shown at 300x500',
      format: first.headers['content-type'],
      firstMs: round(first.milliseconds),
      againMs: round(median(later)),
      bytes,
      ofOriginal: `${((100 * bytes) / photo.length).toFixed(2)} %`,
    })
  }
  return lines
}

/** The encyclopedia with a photo on each of its 24 cards. */
async function cards({ url, databases, miniflare }: BenchServer): Promise<object> {
  const studio = await mintStudio(databases, { slug: 'cards' })
  const { MEDIA } = await databaseEnv(miniflare)
  const nowMs = Date.now()
  const now = '2026-10-12T10:00:00Z'
  const ctx = {
    db: databases.shard(0),
    studio,
    now,
    nowMs,
    origin: url,
    secret: '',
    media: MEDIA,
    images: nodeImages(),
  }
  const { STUDIOS_0 } = databases.env
  for (let i = 0; i < 24; i += 1) {
    const id = newId()
    await STUDIOS_0.prepare(
      `INSERT INTO exercises (id, studio_id, name, aliases, primary_muscles, secondary_muscles, instructions, cues, faults,
         log_type, level, state, created_at, updated_at)
       VALUES (?, ?, ?, '[]', '["lats"]', '[]', '[]', '[]', '[]', 'reps', 'beginner', 'published', ?, ?)`,
    )
      .bind(id, studio.id, `Exercise number ${i}`, now, now)
      .run()
    await storePhoto(ctx, id, {
      bytes: pngOf(300, 500, { shade: 5 * i }),
      alt: '',
      source: '',
      licence: '',
    })
  }
  const page = await ask(`${url}/cards/home/encyclopedia`)
  return {
    figure: 'page of 24 exercise cards with photos',
    status: page.status,
    photos: page.text.split('<img').length - 1,
    bytes: weightOf(page.text),
    limit: 13_000,
    trips: Number(/"(\d+) trips/.exec(String(page.headers['server-timing']))?.[1]),
  }
}
