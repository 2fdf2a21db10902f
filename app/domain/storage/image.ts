import { paths } from '#app/paths.ts'

/**
 * A picture that was uploaded: what pages keep of it (specification 3) and what they show it by.
 */
export type StoredImage = {
  /** The row of `objects` in the studio's shard. */
  id: string
  bucket: string
  /** From the bucket's root: the studio's id, then what the use case named. */
  folder: string
  name: string
  /** `folder/name` */
  path: string
  /** Where it is shown at 300 by 500; made for this version of it. */
  url: string
  alt: string
  /** Pixels of what is kept. */
  width: number
  height: number
  /** `#rrggbb`, to be seen until the picture arrives. */
  placeholder: string
  version: string
}

/** What an address is made of. */
export type ImageRef = Pick<StoredImage, 'bucket' | 'path' | 'version'>

export type ImageSize = { width: number; height: number; resize?: 'cover' | 'contain' | 'fill' }

/** Specification 7: the size of a picture where nobody asks for another. */
export const usualSize = { width: 300, height: 500 }

/**
 * Where a picture of a public bucket is shown. The address carries its version, so that an
 * overwrite shows at once and an answer may be kept. Sizes other than those of `keptSizes` are made
 * again at each edge; ask for these.
 */
export function imageUrl(
  image: ImageRef,
  { width, height, resize = 'cover' }: ImageSize = usualSize,
): string {
  return paths.image(image.bucket, image.path, { width, height, resize, v: image.version })
}

/** The picture at its size and at twice that, for screens with more points to the pixel. */
export function srcSet(image: ImageRef, size: ImageSize = usualSize): string {
  const double = { ...size, width: size.width * 2, height: size.height * 2 }
  return `${imageUrl(image, size)} ${size.width}w, ${imageUrl(image, double)} ${double.width}w`
}

/** A row of `objects` that is a picture, as `imageColumns` selects it. */
export type ImageRow = Pick<
  StoredImage,
  'id' | 'bucket' | 'path' | 'alt' | 'placeholder' | 'version'
> & {
  width: number | null
  height: number | null
}

export function toImage(row: ImageRow): StoredImage {
  const at = row.path.lastIndexOf('/')
  return {
    ...row,
    folder: row.path.slice(0, Math.max(at, 0)),
    name: row.path.slice(at + 1),
    url: imageUrl(row),
    width: row.width ?? 0,
    height: row.height ?? 0,
  }
}
