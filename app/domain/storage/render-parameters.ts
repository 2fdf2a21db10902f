/** How a picture is asked for at another size. */
import * as z from 'zod'

export type Resize = 'cover' | 'contain' | 'fill'
export type RenderFormat = 'origin' | 'webp' | 'avif'
export type RenderParameters = {
  width: number | null
  height: number | null
  resize: Resize
  /** 20 to 100; null for what is usual in the format. */
  quality: number | null
  format: RenderFormat
}

/** No side of what we make is longer. */
const longestRenderSide = 2_500

/** The same number means more in AVIF: these look alike. */
const usualQuality = { avif: 60, webp: 80, origin: 80 } satisfies Record<RenderFormat, number>

export const qualityOf = ({ quality, format }: RenderParameters) => quality ?? usualQuality[format]

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
    .nullish()
    .transform((n) => n ?? null),
  format: z.enum(['origin', 'webp', 'avif']).nullish(),
})

/**
 * Reads the parameters of the wire contract. `accept` decides the format where none is asked for:
 * AVIF, else WebP, else the picture's own. Null for what cannot be read, with the parameter's name.
 */
export function parseRenderParameters(
  query: Record<string, string>,
  accept: string,
): { ok: true; value: RenderParameters } | { ok: false; parameter: string } {
  const parsed = Parameters.safeParse(query)
  if (!parsed.success)
    return { ok: false, parameter: String(parsed.error.issues[0]?.path[0] ?? 'query') }
  const { format, ...rest } = parsed.data
  return { ok: true, value: { ...rest, format: format ?? formatFor(accept) } }
}

export function formatFor(accept: string): RenderFormat {
  if (accept.includes('image/avif')) return 'avif'
  return accept.includes('image/webp') ? 'webp' : 'origin'
}

/**
 * Sizes that pages ask for: what is made of them is kept for good. Others are kept at the edge, for
 * as long as it likes.
 */
const keptSizes = new Set(
  [
    [300, 500],
    [600, 1000],
    [160, 160],
    [320, 320],
    [640, 360],
    [1280, 720],
    [56, 56],
    [96, 96],
    [192, 192],
  ].map(([w, h]) => `${w}x${h}-cover`),
)

/** The same for pictures shown whole, as large as they fit. */
for (const size of ['96x120', '480x600', '960x1200']) keptSizes.add(`${size}-contain`)

/**
 * Whether what is made is kept in R2. Only the sizes of our own pages are: a stranger who asks for
 * every size there is must not fill the bucket.
 */
export const isKept = ({ width, height, resize, quality }: RenderParameters) =>
  keptSizes.has(`${width}x${height}-${resize}`) && quality === null

/** Where what is made from some bytes lies. */
export const renderPrefix = (objectKey: string) => `renders/${objectKey}/`

export function renderName(parameters: RenderParameters): string {
  const { width, height, resize, format } = parameters
  return `${width ?? ''}x${height ?? ''}-${resize}-${qualityOf(parameters)}.${format}`
}

/** What was done, as the wire tells it. */
export function transformationsOf(parameters: RenderParameters): string {
  const { width, height, resize, format } = parameters
  return [
    width && `width:${width}`,
    height && `height:${height}`,
    `resizing_type:${{ cover: 'fill', contain: 'fit', fill: 'force' }[resize]}`,
    `quality:${qualityOf(parameters)}`,
    format !== 'origin' && `format:${format}`,
  ]
    .filter(Boolean)
    .join(',')
}
