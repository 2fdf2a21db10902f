import { portraitOf } from '#app/domain/storage/kept-image.ts'
import { initialsOf } from '../layout/studio-mark.tsx'

/**
 * A person's photo, or their initials; beside their name, so it says nothing. `photo` is a
 * link signed for this page (`portraitsOf`).
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
  if (photo === '') {
    return (
      <span className={look} aria-hidden="true">
        {initialsOf(name)}
      </span>
    )
  }
  return <img className={look} src={portraitOf(photo, { large })} alt="" loading="lazy" />
}
