/** The pictures of the demo world, put where an upload would put them. */

import { sql } from 'drizzle-orm'
import { studioDb } from '#app/db/connection.server.ts'
import { Meter } from '#app/db/meter.server.ts'
import { cacheSeconds, imageBucket } from '#app/domain/storage/buckets.ts'
import { keptText } from '#app/domain/storage/kept-image.ts'
import { putObject } from '#app/domain/storage/put-object.server.ts'
import { drawCover, drawnLogo, drawStudent, rasterise } from './draw-pictures.ts'
import type { WorldEnv } from './fill-world.ts'
import { northside } from './northside.ts'

/** The specification's sample students: the first twelve of Northside's members, with a drawn photo each. */
export const sampleStudents = northside.members.slice(0, 12)

export type SampleStudent = { id: string; name: string; photo: string }

const covers: [name: string, drawing: string][] = [
  ['Sunrise vinyasa', drawCover('#f6d7b0', '#f2994a', '#9c6b8e', '#5b3f6d')],
  ['Slow flow', drawCover('#d5e5e8', '#f3e3b3', '#7da7a0', '#3f6f75')],
  ['Yin yoga', drawCover('#3b3a63', '#d9cfe8', '#5d548c', '#2a2647')],
]

/**
 * Draws and stores Northside's; `MEDIA` is where the Worker looks for them. Answers the sample students, and what the
 * studio's row keeps of its logo. May be repeated.
 */
export async function fillPictures(
  env: WorldEnv & { MEDIA: R2Bucket },
  studio: { id: string; shard: number },
  nowMs: number,
): Promise<{ students: SampleStudent[]; logo: string }> {
  const db = studioDb(env, studio, new Meter())
  const put = async (path: string, svg: string, [width, height]: readonly [number, number], placeholder: string) => {
    const stored = await putObject(
      { db, studioId: studio.id, media: env.MEDIA, nowMs },
      {
        bucketId: imageBucket,
        path: `${studio.id}/${path}`,
        ownerId: null,
        contentType: 'image/webp',
        cacheControl: `max-age=${cacheSeconds}`,
        bytes: await rasterise(svg, width, height),
        ...{ width, height, placeholder },
      },
      { upsert: true },
    )
    if (!stored.ok) throw new Error(`A picture of the demo world was not kept: ${stored.reason}`)
    return keptText(stored.object)
  }

  const people = await db.all<{ id: string; name: string }>(sql`
    SELECT id, name FROM people WHERE studio_id = ${studio.id}
      AND name IN (SELECT value FROM json_each(${JSON.stringify(sampleStudents)}))`)
  const students: SampleStudent[] = []
  for (const [i, name] of sampleStudents.entries()) {
    const person = people.find((one) => one.name === name)
    if (!person) throw new Error(`The demo world has no ${name}`)
    const photo = await put(`people/${person.id}/portrait.webp`, drawStudent(i), [480, 480], '#d9d2c9')
    await db.run(sql`UPDATE people SET photo = ${photo} WHERE studio_id = ${studio.id} AND id = ${person.id}`)
    students.push({ ...person, photo })
  }
  for (const [name, drawing] of covers) {
    const folder = name.toLowerCase().replaceAll(' ', '-')
    const cover = await put(`classes/${folder}/cover.webp`, drawing, [1280, 720], '#9c8fa3')
    await db.run(sql`UPDATE class_types SET cover = ${cover} WHERE studio_id = ${studio.id} AND name = ${name}`)
  }
  return { students, logo: await put('brand/logo/northside.webp', drawnLogo, [192, 192], '#7d2a5c') }
}
