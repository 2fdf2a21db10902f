/** The pictures of the demo world, as uploads would have left them. */
import { bucketOfFolder, cacheSeconds } from '#app/domain/storage/buckets.ts'
import { keptText } from '#app/domain/storage/kept-image.ts'
import { randomCharacters } from '#app/values/id.ts'
import { drawCover, drawnLogo, drawStudent, rasterise } from './draw-pictures.ts'
import type { Row } from './insert-rows.ts'
import { northside } from './northside.ts'

/**
 * The specification's sample students: the first twelve of Northside's members, with a drawn photo
 * each.
 */
const sampleStudents = northside.members.slice(0, 12)

export type SampleStudent = { id: string; name: string; photo: string }

const covers: [name: string, drawing: string][] = [
  ['Sunrise vinyasa', drawCover('#f6d7b0', '#f2994a', '#9c6b8e', '#5b3f6d')],
  ['Slow flow', drawCover('#d5e5e8', '#f3e3b3', '#7da7a0', '#3f6f75')],
  ['Yin yoga', drawCover('#3b3a63', '#d9cfe8', '#5d548c', '#2a2647')],
]

/**
 * Draws Northside's pictures into `media`, where the Worker looks for them, and writes them down in
 * the rows of its people and class types, which are not inserted yet. Answers the rows of the
 * files, what the studio keeps of its logo, and the sample students.
 */
export async function fillPictures(
  media: R2Bucket,
  rows: { studioId: string; people: Row[]; classTypes: Row[] },
  nowMs: number,
): Promise<{ objects: Row[]; logo: string; students: SampleStudent[] }> {
  const { studioId, people, classTypes } = rows
  const objects: Row[] = []
  const put = async (
    path: string,
    svg: string,
    [width, height]: readonly [number, number],
    placeholder: string,
  ) => {
    const bytes = await rasterise(svg, width, height)
    const objectKey = `objects/${randomCharacters(32)}`
    const { etag } = await media.put(objectKey, bytes, {
      httpMetadata: { contentType: 'image/webp' },
    })
    const picture = { path: `${studioId}/${path}`, version: randomCharacters(10), placeholder }
    objects.push({
      id: crypto.randomUUID(),
      studio_id: studioId,
      bucket_id: bucketOfFolder(path.split('/')[0] ?? ''),
      object_key: objectKey,
      owner_id: null,
      content_type: 'image/webp',
      bytes: bytes.length,
      cache_control: `max-age=${cacheSeconds}`,
      etag,
      ...picture,
      width,
      height,
      alt: '',
      metadata: '{}',
      created_at_ms: nowMs,
      updated_at_ms: nowMs,
    })
    return keptText(picture)
  }

  const students: SampleStudent[] = []
  for (const [i, name] of sampleStudents.entries()) {
    const person = people.find((one) => one.name === name)
    if (!person) throw new Error(`The demo world has no ${name}`)
    const photo = await put(
      `people/${person.id}/portrait.webp`,
      drawStudent(i),
      [480, 480],
      '#d9d2c9',
    )
    person.photo = photo
    students.push({ id: String(person.id), name, photo })
  }
  for (const [name, drawing] of covers) {
    const classType = classTypes.find((one) => one.name === name)
    if (!classType) throw new Error(`The demo world has no ${name}`)
    classType.cover = await put(
      `classes/${classType.id}/cover.webp`,
      drawing,
      [1280, 720],
      '#9c8fa3',
    )
  }
  return {
    objects,
    students,
    logo: await put('brand/logo/northside.webp', drawnLogo, [192, 192], '#7d2a5c'),
  }
}
