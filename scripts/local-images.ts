/**
 * The local image binding fits every picture inside its frame with black bars, whatever `fit` says; the real one cuts to
 * cover. This makes the local one cut, too, so that a developer and the tests see what members will see.
 */
import { createRequire } from 'node:module'

type Resize = (width: number | null, height: number | null, options: { fit: string }) => unknown
type Sharp = { prototype: { resize: Resize & { covers?: true } } }

/** Of Miniflare's own image library. Once is enough; more often does nothing. */
export function coverLocally(): void {
  const require = createRequire(import.meta.url)
  const sharp = createRequire(require.resolve('miniflare'))('sharp') as Sharp
  const { resize } = sharp.prototype
  if (resize.covers) return
  sharp.prototype.resize = Object.assign(
    function (this: unknown, width: number | null, height: number | null, options: { fit: string }) {
      return resize.call(this, width, height, { ...options, fit: 'cover' })
    } as Resize,
    { covers: true as const },
  )
}
