import type { Media } from './media-context.ts'
import {
  isKept,
  qualityOf,
  type RenderParameters,
  renderName,
  renderPrefix,
} from './render-parameters.ts'
import type { StoredObject } from './stored-object.ts'

export type Rendered = { bytes: ArrayBuffer; contentType: string }

/** What is written where nobody can read better. A still GIF gains nothing by staying one. */
const originTypes: Record<string, 'image/jpeg' | 'image/png' | 'image/webp' | 'image/avif'> = {
  'image/jpeg': 'image/jpeg',
  'image/png': 'image/png',
  'image/webp': 'image/webp',
  'image/avif': 'image/avif',
  'image/gif': 'image/png',
}

/** The type a picture is written as; null for a file that is none. */
export function renderedType({ contentType, width }: StoredObject, { format }: RenderParameters) {
  const origin = width === null ? undefined : originTypes[contentType]
  if (!origin) return null
  return format === 'origin' ? origin : (`image/${format}` as const)
}

/**
 * A stored picture at another size. The sizes of our pages are made once and kept beside the bytes
 * they were made from. Null where the bytes are gone or cannot be decoded.
 */
export async function renderImage(
  { media, images }: Media,
  object: StoredObject,
  parameters: RenderParameters,
): Promise<Rendered | null> {
  const contentType = renderedType(object, parameters)
  if (!contentType) return null
  const key = renderPrefix(object.objectKey) + renderName(parameters)
  const kept = isKept(parameters) ? await media.get(key) : null
  if (kept) return { bytes: await kept.arrayBuffer(), contentType }
  const source = await media.get(object.objectKey)
  if (!source) return null
  try {
    const answer = await images
      .input(source.body)
      .transform(transformOf(parameters))
      .output({ format: contentType, quality: qualityOf(parameters) })
    const bytes = await answer.response().arrayBuffer()
    if (isKept(parameters)) await media.put(key, bytes, { httpMetadata: { contentType } })
    return { bytes, contentType }
  } catch (error) {
    console.error('A picture could not be read', { object: object.id, error })
    return null
  }
}

const fits = { cover: 'cover', contain: 'contain', fill: 'squeeze' } as const

/** Of one side alone the other follows. */
function transformOf({ width, height, resize }: RenderParameters): ImageTransform {
  return {
    ...(width ? { width } : {}),
    ...(height ? { height } : {}),
    fit: width && height ? fits[resize] : 'contain',
  }
}
