import { renderSVG } from 'uqr'

/** A text as a picture that a camera or scanner reads; `alt` says what it is for. Style: `qr`. */
export function QrPicture({ uri, alt }: { uri: string; alt: string }) {
  const svg = renderSVG(uri, { border: 2, ecc: 'M' })
  return (
    <img
      className="qr"
      src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
      width="208"
      height="208"
      alt={alt}
    />
  )
}
