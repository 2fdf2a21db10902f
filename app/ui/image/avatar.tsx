import { imageUrl } from '#app/domain/storage/image.ts'
import { keptImage } from '#app/domain/storage/kept-image.ts'
import { initialsOf } from '../layout/studio-mark.tsx'

/**
 * A person's photo, or their initials; beside their name, so it says nothing. `photo` is what their
 * row keeps.
 */
export function Avatar({
  name,
  photo,
  large = false,
}: {
  name: string
  photo: string
  large?: boolean
}) {
  const look = large ? 'avatar large' : 'avatar'
  const image = keptImage(photo)
  if (!image) {
    return (
      <span className={look} aria-hidden="true">
        {initialsOf(name)}
      </span>
    )
  }
  const side = large ? 160 : 96
  return (
    <img
      className={look}
      src={imageUrl(image, { width: side, height: side })}
      alt=""
      loading="lazy"
    />
  )
}
