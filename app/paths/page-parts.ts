/**
 * The parts the product's pages fall into. The Worker matches an address against the routes of its
 * part alone, and a browser that takes a page over knows those of that part: another part is loaded
 * as a new document (functions/edge/pages.ts, app/routes/manage/$.tsx).
 */
import { reservedSlugs } from '#app/values/slug/reserved-slugs.ts'

type Area = 'site' | 'member' | 'manage'

/** The sections of the desk, by the first word of their address. */
export const deskSections = [
  'members',
  'sales',
  'schedule',
  'settings',
  'studio',
  'training',
] as const
export type DeskSection = (typeof deskSections)[number]

/** An area; of the desk one of its sections, or what lies in none, such as its first page. */
export type PagePart = Area | `manage.${DeskSection}`

export const pageParts: readonly PagePart[] = [
  'site',
  'member',
  'manage',
  ...deskSections.map((section) => `manage.${section}` as const),
]

const toSection = (word: string): DeskSection | null =>
  (deskSections as readonly string[]).includes(word) ? (word as DeskSection) : null

/** The section of the desk an address lies in; null outside all of them. */
export const deskSectionOf = (pathname: string): DeskSection | null =>
  toSection(pathname.toLowerCase().split('/', 4)[3] ?? '')

/** The part a path lies in: the site's own words, a section of a studio's desk, or a studio. */
export function partOf(pathname: string): PagePart {
  const [, first = '', second = ''] = pathname.toLowerCase().split('/', 3)
  if (first === '' || reservedSlugs.includes(first)) return 'site'
  if (second !== 'manage') return 'member'
  const section = deskSectionOf(pathname)
  return section ? `manage.${section}` : 'manage'
}

/**
 * The section whose route this is, by its file (`routes/manage/sales/coupons/_index`,
 * `routes/manage/members.leads[.]csv`, `routes/manage/bare/training.flows.$flow.tv`); null is a
 * route of every section, such as the desk's frame.
 */
const sectionOfRoute = (id: string): DeskSection | null =>
  toSection(/^routes\/manage\/(?:bare\/)?([a-z]+)[/.]/.exec(id)?.[1] ?? '')

/** Whether a route belongs to a part: to its area, and of the desk to its section or to all. */
export function isOfPart(id: string, part: PagePart): boolean {
  if (id === 'root') return true
  const [area, section = null] = part.split('.') as [Area, DeskSection?]
  const own = sectionOfRoute(id)
  return id.startsWith(`routes/${area}/`) && (own === null || own === section)
}
