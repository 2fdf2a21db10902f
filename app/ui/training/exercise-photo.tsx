import { paths } from '#app/paths.ts'
import { CutPicture } from '../image/picture.tsx'

/** `width` and `height` are the pixels of what is kept; null where nobody knows them. */
export type ShownPhoto = {
  id: string
  placeholder: string
  width: number | null
  height: number | null
}

type Props = {
  studio: { slug: string }
  photo: ShownPhoto
  alt: string
  /** How wide it is shown, as `sizes` says it. */
  sizes: string
  /** The first thing seen of a page is not put off. */
  first?: boolean
}

/** The room a photo is fitted into; its door knows the size by this name, and twice it. */
const room = { width: 480, height: 600 }

/**
 * A photo of a movement, never cut: half a figure teaches nothing. Its door asks who may see the
 * exercise. Style: `picture`.
 */
export function ExercisePhoto({ studio, photo, ...shown }: Props) {
  const [single, double] = [
    paths.photo(studio, photo.id, '480x600'),
    paths.photo(studio, photo.id, '960x1200'),
  ]
  const { width, height } = fitted(photo)
  return (
    <CutPicture
      {...shown}
      placeholder={photo.placeholder}
      src={single}
      srcSet={`${single} ${width}w, ${double} ${width * 2}w`}
      width={width}
      height={height}
    />
  )
}

/** Its sides once it fits the room, so that its place is kept before it arrives. */
export function fitted({ width, height }: Pick<ShownPhoto, 'width' | 'height'>) {
  if (!width || !height) return room
  const scale = Math.min(room.width / width, room.height / height)
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}
