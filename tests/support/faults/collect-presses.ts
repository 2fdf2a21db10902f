/**
 * Every press of the product: each button of each form of each page, filled in as somebody would,
 * and the posts whose form stands on no page. Nothing is sent here.
 */
import type { Role } from '#app/domain/scope/permissions.ts'
import type { Instant } from '#app/values/instant.ts'
import { handmade } from '../walls/handmade-posts.ts'
import { bodyOf, formsOf, type PageForm } from '../walls/page-forms.ts'
import { addressesOf, wallPatterns } from '../walls/wall-routes.ts'
import type { WorkedStudio } from '../walls/worked-studio.ts'

export type Press = {
  name: string
  /** Whose cookie it carries; null is nobody's. */
  as: Role | null
  to: string
  /** The fields of a form, or what a program sends. */
  body: [string, string | File][] | string | Uint8Array | null
  method?: string
  headers?: Record<string, string>
  /** Where the business clock is set before. */
  at?: Instant
  /** Pressed again whatever it answered: a job says that it ran. */
  always?: true
}

type Collecting = {
  /** Which patterns are opened; all of them where it is left out. */
  only?: (pattern: string) => boolean
  /** Whether the links of the pages are followed too. */
  links?: boolean
}

/** What somebody types where a form is refused with what it shows. */
const fills: Record<string, string> = {
  who: 'ben@northside.test',
  q: 'ben',
  source: 'Own picture',
  reason: 'Asked for',
}

/** All presses of a role. */
export async function collectPresses(
  world: WorkedStudio,
  role: Role,
  { only = () => true, links = true }: Collecting = {},
): Promise<Press[]> {
  const found = new Map<string, Press>()
  const pages: string[] = []
  for (const pattern of wallPatterns().filter(only))
    if (!unasked.test(pattern) && /^\/(:studio|account|sign-up|reset|welcome)\b/.test(pattern))
      pages.push(...(await ownAddresses(world, pattern)))
  const shapes = new Set(pages.map(shapeOf))
  for (const path of pages) {
    const page = await world.ask(role, path)
    if (page.status !== 200) continue
    for (const linked of links ? linksOf(world, page.html) : []) {
      if (shapes.has(shapeOf(linked))) continue
      shapes.add(shapeOf(linked))
      pages.push(linked)
    }
    for (const form of formsOf(page.html, path, fills)) {
      if (/^\/(sign-out|sign-in)/.test(form.action)) continue
      for (const button of form.buttons) {
        // It looks something up for the form that is being filled in.
        if (button?.name === 'find') continue
        const name = `${role} ${shapeOf(form.action)} ${fieldsOf(form)} ${wordOf(button)}`
        if (found.has(name)) continue
        const body = [...bodyOf(form, { button, today: world.today })]
        found.set(name, { name, as: role, to: form.action, body: ticketsIn(body) })
      }
    }
  }
  return [...found.values()]
}

/** Addresses without a page that has a form. */
const unasked = /\.(csv|ics)$|\/kiosk|:(size|folder|file|$)/

/** Nobody orders no ticket. */
const ticketsIn = (body: [string, string | File][]): [string, string | File][] =>
  body.map(([name, value]) => [name, name.startsWith('n.') ? '1' : value])

/** The posts whose form stands on no page. */
export async function handmadePresses(world: WorkedStudio): Promise<Press[]> {
  const { env, own } = world
  const first = (statement: string) =>
    env.STUDIOS_0.prepare(`${statement} LIMIT 1`)
      .bind(...(statement.includes('?2') ? [own.id, own.memberId] : [own.id]))
      .first<Record<string, string>>()
  const found: Press[] = []
  for (const { as, pattern, on, body, also = {} } of handmade) {
    const there = on ? await first(on) : null
    const [to] = there
      ? [pattern.replace(/:(\w+)/g, (_, name: string) => there[name] ?? own.slug)]
      : await ownAddresses(world, pattern)
    const values = { ...also, ...(body ? await first(body) : {}) }
    if (to) found.push({ name: `handmade ${shapeOf(to)}`, as, to, body: Object.entries(values) })
  }
  return found
}

async function ownAddresses({ own, env }: WorkedStudio, pattern: string): Promise<string[]> {
  if (!pattern.replace('/:studio', '').includes('/:')) return [pattern.replace(':studio', own.slug)]
  if (!pattern.startsWith('/:studio')) return []
  const databases = { directory: env.DIRECTORY, shard: env.STUDIOS_0 }
  // That a page has no example yet is told by the walls.
  return addressesOf(pattern, own, databases).catch(() => [])
}

const idForm = /^(?=.*[0-9A-Z])[0-9A-Za-z]{10,12}$|^[\w-]{20,}$/

/** An address with every id as `:id`, and the values of its query left out. */
function shapeOf(path: string): string {
  const [address = '', query = ''] = path.split('?')
  const names = [...new URLSearchParams(query)].map(([name, value]) =>
    name === 'act' || name === 'set' ? `${name}=${value}` : name,
  )
  const ids = address.split('/').map((part) => (idForm.test(part) ? ':id' : part))
  return ids.join('/') + (names.length > 0 ? `?${[...new Set(names)].sort().join('&')}` : '')
}

const fieldsOf = (form: PageForm) =>
  form.fields
    .map(({ name, value, type }) => (name === 'act' && type === 'hidden' ? `act=${value}` : name))
    .map((name) => name.replace(/[0-9A-Za-z]{10,}/g, ':id'))
    .filter((name, at, all) => all.indexOf(name) === at)
    .join()

const wordOf = (button: PageForm['buttons'][number]) =>
  button ? `${button.name}=${/^[a-z_]+$/.test(button.value) ? button.value : ''}` : ''

function linksOf({ own }: WorkedStudio, html: string): string[] {
  const found = [...html.matchAll(/href="([^"#]+)[^"]*"/g)].map(([, href]) =>
    (href as string).replaceAll('&amp;', '&'),
  )
  return found.filter(
    (href) => href.startsWith(`/${own.slug}/`) && !/\.(csv|ics|webp|png)|\/media\//.test(href),
  )
}
