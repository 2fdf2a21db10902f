import { paths } from '#app/paths.ts'

type Props = {
  studio: { slug: string }
  id: string
  alt: string
  /** How wide it is shown, as `sizes` says it. */
  sizes: string
  /** The first thing seen of a page is not put off. */
  first?: boolean
}

/** A photo cut to 300 by 500, or to twice that for dense screens. Its place is kept before it arrives. */
export function ExercisePhoto({ studio, id, alt, sizes, first = false }: Props) {
  const [single, double] = [paths.photo(studio, id, '300x500'), paths.photo(studio, id, '600x1000')]
  return (
    <img
      src={single}
      srcSet={`${single} 300w, ${double} 600w`}
      sizes={sizes}
      width="300"
      height="500"
      alt={alt}
      loading={first ? undefined : 'lazy'}
      decoding="async"
    />
  )
}
