/** Puts a few files in the library of each demo studio, the way a manager would upload them. */
import { sql } from 'drizzle-orm'
import { studioDb } from '#app/db/connection.server.ts'
import { Meter } from '#app/db/meter.server.ts'
import type { FileAudience } from '#app/db/studio/day/files-words.ts'
import { addFolder, attachFile, shareFile } from '#app/domain/files/folders-and-links.server.ts'
import { addFile, addVersion } from '#app/domain/files/save-file.server.ts'
import type { Studio } from '#app/domain/scope/studio.ts'
import { derivedId } from '#app/values/id.ts'
import { instantFromMs } from '#app/values/instant.ts'

type Env = { DIRECTORY: D1Database; STUDIOS_0: D1Database; STUDIOS_1: D1Database; MEDIA: R2Bucket }

const some: { name: string; text: string; tags: string; audience: FileAudience; signed?: true }[] =
  [
    {
      name: 'Warm-up counts.txt',
      text: 'Shoulders 8, 8, 4\nWrists 8, 8\nHips 8 each way\nPlanks 3 x 20 seconds',
      tags: 'warm-up',
      audience: 'coaches',
    },
    {
      name: 'Opening and closing.txt',
      text: 'Lights, heating, rigs, till, doors. Close in the other order.',
      tags: 'policies',
      audience: 'staff',
    },
    {
      name: 'Spring show, song list.csv',
      text: 'Act,Song,BPM\n1,Slow tide,84\n2,Copper,112\n3,Night bus,96',
      tags: 'spring show,music',
      audience: 'members',
    },
    {
      name: 'Rig inspection 2026, signed.txt',
      text: 'Points 1 to 6 inspected and signed. Next in twelve months.',
      tags: 'rigging',
      audience: 'staff',
      signed: true,
    },
  ]

/** May be repeated: what is there already is not added again. */
export async function fillFiles(
  env: Env,
  { id, shard }: Pick<Studio, 'id' | 'shard'>,
  nowMs: number,
): Promise<void> {
  const studio = { id, shard } as Studio
  const db = studioDb(env, studio, new Meter())
  const actor = { userId: 'demo', name: 'Demo', role: 'owner' as const }
  const now = instantFromMs(nowMs)
  const ctx = { db, studio, now, nowMs, origin: '', secret: '', media: env.MEDIA, actor }
  await addFolder(ctx, { name: 'Choreography', parentId: '' })
  await addFolder(ctx, { name: 'Policies', parentId: '' })
  const types = await db.all<{ id: string }>(sql`
    SELECT id FROM class_types WHERE studio_id = ${id} AND kind = 'class' ORDER BY name LIMIT 1`)
  for (const { name, text, tags, audience, signed } of some) {
    const key = await derivedId('demo file', id, name)
    const bytes = new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>
    const about = { key, folderId: '', tags, licence: '', audience, personId: '' }
    const added = await addFile(ctx, { ...about, signed: signed ?? false }, { name, bytes })
    if (!added.ok) throw new Error(`The file ${name} was refused: ${added.reason}`)
    if (audience !== 'coaches' || !types[0]) continue
    await attachFile(ctx, key, { kind: 'class_type', ref: types[0].id })
    const more = new TextEncoder().encode(`${text}\nSide bends 8`) as Uint8Array<ArrayBuffer>
    await addVersion(ctx, key, { name, bytes: more })
    await shareFile(ctx, key, 30)
  }
}
