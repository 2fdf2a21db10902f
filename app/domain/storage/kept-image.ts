/**
 * A picture as a row of another context keeps it: one text with all that its address is made of, so
 * no join is needed.
 */
import { bucketOfFolder } from './buckets.ts'
import { type ImageRef, imageUrl, type StoredImage } from './image.ts'

export type KeptImage = ImageRef & Pick<StoredImage, 'placeholder'>

/** `folder/name.jpg#version#rrggbb`; no path in a bucket has a `#`. */
export function keptText({ path, version, placeholder }: Omit<KeptImage, 'bucket'>): string {
  return [path, version, placeholder.replace('#', '')].join('#')
}

/** The picture of a kept text; null for an empty one. */
export function keptImage(text: string): KeptImage | null {
  const [path = '', version = '', hex = ''] = text.split('#')
  if (!path || !version) return null
  return {
    bucket: bucketOfFolder(path.split('/')[1] ?? ''),
    path,
    version,
    placeholder: hex && `#${hex}`,
  }
}

/** Where in the bucket a kept text says it lies; also for the bare path of an upload. */
export const keptPath = (text: string) => text.split('#', 1)[0]!

/** `hall.jpg` of its path. */
export const keptName = (text: string) => keptPath(text).split('/').at(-1) ?? ''

/** A kept portrait as an image picker takes it; `link` shows it, empty where nothing can. */
export const portraitValue = (text: string, link: string) =>
  text === ''
    ? null
    : { name: keptName(text), url: link && portraitOf(link, { large: true }), path: text }

/** A signed link of a portrait (`portraitLink`) at the size of lists, or of a head. */
export const portraitOf = (link: string, { large }: { large: boolean }) =>
  `${link}&side=${large ? 160 : 96}`

/** A kept text as an image picker takes it; null where there is none. */
export function pictureValue(text: string): { name: string; url: string; path: string } | null {
  const image = keptImage(text)
  return (
    image && { name: keptName(text), url: imageUrl(image, { width: 160, height: 160 }), path: text }
  )
}
