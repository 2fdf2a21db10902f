/** How a picture is asked for at another size. */
import { z } from 'zod'

export type Resize = 'cover' | 'contain' | 'fill'
export type RenderFormat = 'origin' | 'webp' | 'avif'
export type RenderParameters = {
  width: number | null
  height: number | null
  resize: Resize
  quality: number
  format: RenderFormat
}

/** No side of what we make is longer. */
export const longestRenderSide = 2_500

const usualQuality = 80

const side = z
  .string()
  .regex(/^\d{1,6}$/)
  .transform(Number)
  .transform((n) => (n === 0 ? null : Math.min(n, longestRenderSide)))

const Parameters = z.object({
  width: side.nullish().transform((n) => n ?? null),
  height: side.nullish().transform((n) => n ?? null),
  resize: z.enum(['cover', 'contain', 'fill']).default('cover'),
  quality: z
    .string()
    .regex(/^\d{1,3}$/)
    .transform(Number)
    .refine((n) => n >= 20 && n <= 100)
    .default(usualQuality),
  format: z.enum(['origin', 'webp', 'avif']).nullish(),
})

/**
 * Reads the parameters of the wire contract. `accept` decides the format where none is asked for: AVIF, else WebP, else
 * the picture's own. Null for what cannot be read, with the parameter's name.
 */
export function parseRenderParameters(
  query: Record<string, string>,
  accept: string,
): { ok: true; value: RenderParameters } | { ok: false; parameter: string } {
  const parsed = Parameters.safeParse(query)
  if (!parsed.success) return { ok: false, parameter: String(parsed.error.issues[0]?.path[0] ?? 'query') }
  const { format, ...rest } = parsed.data
  return { ok: true, value: { ...rest, format: format ?? formatFor(accept) } }
}

export function formatFor(accept: string): RenderFormat {
  if (accept.includes('image/avif')) return 'avif'
  return accept.includes('image/webp') ? 'webp' : 'origin'
}

/** Sizes that pages ask for: what is made of them is kept for good. Others are kept at the edge, for as long as it likes. */
const keptSizes = new Set(
  [
    [300, 500],
    [600, 1000],
    [160, 160],
    [320, 320],
    [640, 360],
    [1280, 720],
    [96, 96],
    [192, 192],
  ].map(([w, h]) => `${w}x${h}`),
)

/**
 * Whether what is made is kept in R2. Only the sizes of our own pages are: a stranger who asks for every size there is
 * must not fill the bucket.
 */
export const isKept = ({ width, height, resize, quality }: RenderParameters) =>
  keptSizes.has(`${width}x${height}`) && resize === 'cover' && quality === usualQuality

/** Where what is made from some bytes lies. */
export const renderPrefix = (objectKey: string) => `renders/${objectKey}/`

export function renderName({ width, height, resize, quality, format }: RenderParameters): string {
  return `${width ?? ''}x${height ?? ''}-${resize}-${quality}.${format}`
}

/** What was done, as the wire tells it. */
export function transformationsOf({ width, height, resize, quality, format }: RenderParameters): string {
  return [
    width && `width:${width}`,
    height && `height:${height}`,
    `resizing_type:${{ cover: 'fill', contain: 'fit', fill: 'force' }[resize]}`,
    `quality:${quality}`,
    format !== 'origin' && `format:${format}`,
  ]
    .filter(Boolean)
    .join(',')
}
