import { renderSVG } from 'uqr'

/** The picture an authenticator app reads, as an image of its own. Style: `account-settings`. */
export function QrPicture({ uri }: { uri: string }) {
  const svg = renderSVG(uri, { border: 2, ecc: 'M' })
  return (
    <img
      className="qr"
      src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
      width="208"
      height="208"
      alt="For your authenticator app: the same as the secret written below"
    />
  )
}
