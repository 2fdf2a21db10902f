/**
 * What a public page tells of itself to who finds or shares it: title, sentence, its one address,
 * a picture, and its facts in the words of schema.org.
 */
import type { MetaDescriptor } from '@remix-run/react'
import { imageUrl } from '#app/domain/storage/image.ts'
import { keptImage } from '#app/domain/storage/kept-image.ts'
import { paths } from '#app/paths.ts'
import { lookKey } from '#app/values/drawing/look-key.ts'
import { pageTitle } from '../page-title.ts'

/** What is read of the root's data. */
type RootFacts = {
  origin: string
  studio: { slug: string; name: string; hue: number; chroma: number; listed: boolean } | null
}

type Matches = readonly { id: string; data: unknown }[]

export type SharedPage = {
  /** Without the studio's name, which stands behind it. */
  title: string
  description: string
  /** The own path of the page, however it was asked for. */
  path: string
  /** What is kept of a photograph that says more than the studio's mark. */
  cover?: string | undefined
  /** Facts as schema.org has them; made with the origin, since they name addresses. */
  facts?: ((at: Origin) => object | null) | undefined
}

/** How the address of a page is said to others. */
export type Origin = {
  url: (path: string) => string
  /** The picture of the studio, or of the house. */
  picture: string
}

/** The `meta` of a public page. A page of an unlisted studio asks not to be found. */
export function shareMeta({ matches }: { matches: Matches }, page: SharedPage): MetaDescriptor[] {
  const root = matches.find((match) => match.id === 'root')?.data as RootFacts | undefined
  const [title] = pageTitle(page.title, { matches })
  const description = shortened(page.description)
  const named = [...(title ? [title] : []), { name: 'description', content: description }]
  if (!root) return named
  const { origin, studio } = root
  const url = (path: string) => origin + path
  const picture = url(
    studio ? paths.look(studio, 'share.png', lookKey(studio)) : paths.siteLook('share.png'),
  )
  const cover = keptImage(page.cover ?? '')
  const [width, height] = cover ? [1280, 720] : [1200, 630]
  const shown = cover ? url(imageUrl(cover, { width, height })) : picture
  const facts = studio?.listed === false ? null : page.facts?.({ url, picture })
  return [
    ...named,
    { tagName: 'link', rel: 'canonical', href: url(page.path) },
    ...(studio && page.path === paths.home(studio)
      ? [{ tagName: 'link', rel: 'manifest', href: paths.manifest(studio) } as const]
      : []),
    ...(studio?.listed === false ? [{ name: 'robots', content: 'noindex' }] : []),
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: studio?.name ?? 'Cadence' },
    { property: 'og:title', content: page.title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url(page.path) },
    { property: 'og:image', content: shown },
    { property: 'og:image:width', content: String(width) },
    { property: 'og:image:height', content: String(height) },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(facts ? [{ 'script:ld+json': facts as never }] : []),
  ]
}

const longest = 200

/** Whole words, as many as others show. */
function shortened(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim()
  if (plain.length <= longest) return plain
  return `${plain.slice(0, plain.lastIndexOf(' ', longest - 1))} …`
}
