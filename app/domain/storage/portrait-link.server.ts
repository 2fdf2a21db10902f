/**
 * Addresses of people's portraits. They lie in the private bucket, and what shows one is a link that
 * is signed for a page and ends automatically; every answer asks again whether the picture is still there.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { paths } from '#app/paths.ts'
import { keptImage } from './kept-image.ts'

/**
 * A link lives so many hours and up to one more: longer than any cache keeps a page, and than a
 * desk's page stays open. All links of an hour are the same, so that browsers keep the picture.
 */
const linkHours = 24
const hourMs = 3_600_000

type Signed = { path: string; version: string; until: string }

const signatureOf = (secret: string, { path, version, until }: Signed) =>
  createHmac('sha256', secret)
    .update(['portrait', path, version, until].join('\n'))
    .digest('base64url')
    .slice(0, 22)

/**
 * The link of a portrait for the page that is being made; `kept` is what the person's row keeps.
 * Empty for none. Callers have asked whether the reader may see the person.
 */
export function portraitLink(
  { secret, nowMs }: { secret: string; nowMs: number },
  kept: string,
): string {
  const image = keptImage(kept)
  if (!image) return ''
  const { path, version } = image
  const until = (Math.floor(nowMs / hourMs) + linkHours + 1).toString(36)
  return paths.portrait(path, {
    v: version,
    until,
    key: signatureOf(secret, { path, version, until }),
  })
}

/** Whether a link of ours that has not ended says so. */
export function isPortraitLink(
  { secret, nowMs }: { secret: string; nowMs: number },
  signed: Signed,
  key: string,
): boolean {
  const [given, right] = [Buffer.from(key), Buffer.from(signatureOf(secret, signed))]
  if (given.length !== right.length || !timingSafeEqual(given, right)) return false
  return Number.parseInt(signed.until, 36) * hourMs > nowMs
}
