import {
  type ImageRef,
  type ImageSize,
  imageUrl,
  srcSet,
  usualSize,
} from '#app/domain/storage/image.ts'

type Shown = {
  alt: string
  /** How wide it is shown, as `sizes` says it. */
  sizes: string
  /** `#rrggbb`, seen until the picture arrives; empty where none is known. */
  placeholder?: string
  /** The first thing seen of a page is not put off. */
  first?: boolean
}

/**
 * A stored picture cut to a size, or to twice that for dense screens. Its place is kept and
 * coloured before it arrives. Style: `picture`.
 */
export function Picture({
  image,
  size = usualSize,
  ...shown
}: Omit<Shown, 'placeholder'> & { image: ImageRef & { placeholder?: string }; size?: ImageSize }) {
  return (
    <CutPicture
      {...shown}
      {...size}
      placeholder={image.placeholder}
      src={imageUrl(image, size)}
      srcSet={srcSet(image, size)}
    />
  )
}

/** The same for a picture with addresses of its own. */
export function CutPicture(
  props: Shown & { src: string; srcSet: string; width: number; height: number },
) {
  const { src, srcSet, sizes, width, height, alt, placeholder, first = false } = props
  return (
    <span className="picture">
      {placeholder && (
        // Colours are data, and the policy of our pages forbids style attributes: an attribute of a
        // drawing is none.
        <svg viewBox="0 0 1 1" fill={placeholder} preserveAspectRatio="none" aria-hidden="true">
          <path d="M0 0h1v1H0z" />
        </svg>
      )}
      <img
        src={src}
        srcSet={srcSet}
        sizes={sizes}
        width={width}
        height={height}
        alt={alt}
        loading={first ? undefined : 'lazy'}
        decoding="async"
      />
    </span>
  )
}
