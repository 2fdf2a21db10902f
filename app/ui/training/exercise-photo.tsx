import { paths } from '#app/paths.ts'
import { CutPicture } from '../image/picture.tsx'

type Props = {
  studio: { slug: string }
  photo: { id: string; placeholder: string }
  alt: string
  /** How wide it is shown, as `sizes` says it. */
  sizes: string
  /** The first thing seen of a page is not put off. */
  first?: boolean
}

/**
 * A photo cut to 300 by 500, or to twice that. Its door asks who may see the exercise. Style:
 * `picture`.
 */
export function ExercisePhoto({ studio, photo, ...shown }: Props) {
  const [single, double] = [
    paths.photo(studio, photo.id, '300x500'),
    paths.photo(studio, photo.id, '600x1000'),
  ]
  return (
    <CutPicture
      {...shown}
      placeholder={photo.placeholder}
      src={single}
      srcSet={`${single} 300w, ${double} 600w`}
      width={300}
      height={500}
    />
  )
}
