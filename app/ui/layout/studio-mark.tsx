import { imageUrl } from '#app/domain/storage/image.ts'
import { keptImage } from '#app/domain/storage/kept-image.ts'
import { initialOf } from '#app/values/text/initial-of.ts'

/**
 * The studio's logo, else its initial on its colour. Carries `data-hue` where it is among other
 * studios. `logo` is what the studio's row keeps, or the logo itself as a `data:` address.
 */
export function StudioMark({
  name,
  colour,
  logo = '',
}: {
  name: string
  colour?: string
  logo?: string
}) {
  const image = keptImage(logo)
  const src = image ? imageUrl(image, { width: 96, height: 96 }) : logo
  if (src) return <img className="mark" src={src} alt="" width="28" height="28" />
  return (
    <svg className="mark" viewBox="0 0 28 28" aria-hidden="true" data-hue={colour}>
      <rect width="28" height="28" rx="8" />
      <text x="14" y="20">
        {initialOf(name)}
      </text>
    </svg>
  )
}

/** Up to two initials of a person: of the first and the last word. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
  const ends = words.length > 1 ? [words[0]!, words.at(-1)!] : words
  return ends.map(initialOf).join('')
}
