/**
 * The walk: somebody of Northside opens every address and sends every form, filled in well but with
 * an id of the twin in one place, and is refused each time.
 */
import type { Role } from '#app/domain/scope/permissions.ts'
import { handmade } from './handmade-posts.ts'
import { judged, nothing, problemOf, sameField, type Walked } from './judge-answer.ts'
import { bodyOf, type Field, formsOf, type PageForm } from './page-forms.ts'
import { rowsOf } from './twin-studio.ts'
import { addressesOf, wallPatterns } from './wall-routes.ts'
import type { WallWorld } from './wall-world.ts'

/** What a walk goes through: that of members alone leaves out manage (walk-roles.ts refuses it them). */
const walkedPatterns = (ofMembers: boolean) =>
  wallPatterns().filter((one) => !ofMembers || !one.startsWith('/:studio/manage'))

/** Opens each address that names a record of the twin, as `role`; `ofMembers` leaves out manage. */
export async function openForeign(
  world: WallWorld,
  role: Role,
  { ofMembers = false } = {},
): Promise<Walked> {
  const walked = nothing()
  for (const pattern of walkedPatterns(ofMembers).filter((one) => /^\/:studio\/.*:/.test(one))) {
    if (pattern.endsWith('/:folder')) continue
    for (const path of await ownAddresses(world, pattern)) {
      for (const foreign of swaps(world, path)) {
        let answer = await world.ask(role, foreign)
        // What only takes posts leads to the page its form stands on, which then is missing.
        if (answer.status === 303) answer = await world.ask(role, answer.location)
        walked.tries += 1
        if (![403, 404, 405, 410].includes(answer.status))
          walked.holes.push(`${role} GET ${foreign}: ${answer.status} ${answer.location}`)
        await judged(world, walked, `${role} GET ${foreign}`, answer, foreign)
      }
    }
  }
  return walked
}

/** Own addresses of a pattern; what has parameters stands on records. */
async function ownAddresses(world: WallWorld, pattern: string, most = 1): Promise<string[]> {
  if (!pattern.replace('/:studio', '').includes('/:'))
    return [pattern.replace(':studio', world.own.slug)]
  const databases = { directory: world.env.DIRECTORY, shard: world.env.STUDIOS_0 }
  return addressesOf(pattern, world.own, databases, most)
}

/** `path` with all its ids swapped for the twin's, and with each alone where it has several. */
function swaps({ twin }: WallWorld, path: string): string[] {
  const [, studio, ...rest] = path.split('/')
  const foreign = rest.map((part) => twin.swap(part))
  const at = rest.flatMap((part, i) => (part === foreign[i] ? [] : [i]))
  if (at.length === 0) return []
  const made = (chosen: number[]) =>
    ['', studio, ...rest.map((part, i) => (chosen.includes(i) ? foreign[i] : part))].join('/')
  return [made(at), ...(at.length > 1 ? at.map((i) => made([i])) : [])]
}

/** Acts that end what the page is about come last, so that the others still find it. */
const ending = /cancellation|removal|archive|discard|lifting|withdrawal|discard|merge|give-up|undo/

/**
 * Sends every form of every page, and of the pages they link to, each time with one id swapped; each
 * sort of form and field once. `most` is how many records of a kind are opened; `ofMembers` leaves
 * out manage.
 */
export async function sendForeign(
  world: WallWorld,
  role: Role,
  { most = 1, ofMembers = false } = {},
): Promise<Walked> {
  const walked = nothing()
  const { fills } = world
  const pages: string[] = []
  for (const pattern of walkedPatterns(ofMembers).filter((one) => one.startsWith('/:studio')))
    if (!/\.(csv|ics)$|\/kiosk/.test(pattern))
      pages.push(...(await ownAddresses(world, pattern, most)))
  pages.sort((a, b) => Number(ending.test(a)) - Number(ending.test(b)))
  const [seenPages, sent] = [new Set<string>(), new Set<string>()]
  const shapes = new Set(pages.map((path) => shapeOf(world, path)))
  for (let at = 0; at < pages.length; at += 1) {
    const path = pages[at] as string
    if (seenPages.has(path)) continue
    seenPages.add(path)
    const page = await world.ask(role, path)
    if (page.status !== 200) continue
    for (const linked of linksOf(world, page.html)) {
      const shape = shapeOf(world, linked)
      if (shapes.has(shape)) continue
      shapes.add(shape)
      pages.push(linked)
    }
    for (const [i, form] of formsOf(page.html, path, fills).entries()) {
      if (/^\/(sign-out|sign-in)/.test(form.action)) continue
      for (const [way, button] of form.buttons.entries()) {
        // It looks something up for the form that is being filled in.
        if (button?.name === 'find') continue
        const kind = `${shapeOf(world, form.action)} ${formShape(world, form)} ${wordOf(button)}`
        await sendOne(world, walked, { role, path, i, way, form, button, kind, sent })
      }
    }
  }
  return walked
}

/** Which of the acts a button stands for; an id or an instant is none. */
const wordOf = (button: PageForm['buttons'][number]) =>
  button ? `${button.name}=${/^[a-z_]+$/.test(button.value) ? button.value : ''}` : ''

type Sending = {
  role: Role
  /** The page, and which of its forms and buttons is meant. */
  path: string
  i: number
  way: number
  form: PageForm
  button: PageForm['buttons'][number]
  /** What tells forms of one sort, and the sorts and fields that were sent already. */
  kind: string
  sent: Set<string>
}

/** A filled form, or data. */
type Body = FormData | string

type Swap = {
  field: string | null
  /** Which of the ways to swap the address. */
  nth: number
  to: string
  body: Body
  own: { to: string; body: Body }
}

/** Sends a form once for each id in it. What was accepted may change the page: it is read again. */
async function sendOne(world: WallWorld, walked: Walked, sending: Sending): Promise<void> {
  const { role, path, kind, sent } = sending
  walked.posted.add(shapeOf(world, sending.form.action))
  let { form, button } = sending
  const readAnew = async () => {
    const { html } = await world.ask(role, path)
    const again = formsOf(html, path, world.fills)[sending.i]
    // The page has it no more; another of its sort is sent the rest.
    if (again?.fields.length !== form.fields.length) return false
    form = again
    button = again.buttons[sending.way] ?? null
    return true
  }
  // What another button of it has saved makes the form stale.
  if (sending.way > 0 && !(await readAnew())) return
  let all = swapsOf(world, form, button)
  for (let n = 0; n < all.length; n += 1) {
    const swap = all[n] as Swap
    const once = `${kind} ${swap.field ?? shapeOf(world, swap.to)} ${swap.nth}`
    if (sent.has(once)) continue
    sent.add(once)
    if (await post(world, walked, { ...swap, role })) continue
    if (!(await readAnew())) return
    all = swapsOf(world, form, button)
  }
}

/** Every way to put an id of the twin into a form that is otherwise our own. */
function swapsOf(world: WallWorld, form: PageForm, button: Sending['button']): Swap[] {
  const { today, twin } = world
  const own = { to: form.action, body: bodyOf(form, { button, today }) }
  const [path = '', query = ''] = form.action.split('?')
  const found: Swap[] = swaps(world, path).map((foreign, nth) => ({
    field: null,
    nth,
    own,
    body: own.body,
    to: foreign + (query && `?${query}`),
  }))
  if (twin.swap(query) !== query)
    found.push({ field: '?', nth: 0, own, body: own.body, to: `${path}?${twin.swap(query)}` })
  for (const { name, value } of foreignFields(world, form)) {
    const body = bodyOf(form, { button, today, changed: { [name]: value } })
    found.push({ field: name, nth: 0, own, body, to: own.to })
  }
  if (button && twin.swap(button.value) !== button.value) {
    const swapped = { ...button, value: twin.swap(button.value) }
    const body = bodyOf(form, { button: swapped, today })
    found.push({ field: button.name, nth: 0, own, body, to: own.to })
  }
  return found
}

/** Sends the posts whose form stands on no page, each with one id swapped. */
export async function sendHandmade(world: WallWorld): Promise<Walked> {
  const walked = nothing()
  const { env, own, twin } = world
  const first = (statement: string) =>
    env.STUDIOS_0.prepare(`${statement} LIMIT 1`)
      .bind(...(statement.includes('?2') ? [own.id, own.memberId] : [own.id]))
      .first<Record<string, string>>()
  for (const { as, pattern, on, body, also = {}, json } of handmade) {
    const made = (values: Record<string, string>): Body =>
      json ? (Object.values(values)[0] ?? '') : formOf(values)
    const there = on ? await first(on) : null
    const [address] = there
      ? [pattern.replace(/:(\w+)/g, (_, name: string) => there[name] ?? own.slug)]
      : await ownAddresses(world, pattern)
    const found = body ? await first(body) : {}
    if (!address || !found) throw new Error(`There is no record for a post to ${pattern}`)
    walked.posted.add(shapeOf(world, address))
    const values = { ...also, ...found }
    const usual = { to: address, body: made(values) }
    for (const [nth, to] of swaps(world, address).entries())
      await post(world, walked, { role: as, field: null, nth, to, body: usual.body, own: usual })
    for (const [name, value] of Object.entries(values))
      if (twin.swap(value) !== value) {
        const swapped = made({ ...values, [name]: twin.swap(value) })
        const swap = { field: name, nth: 0, to: address, body: swapped, own: usual }
        await post(world, walked, { role: as, ...swap })
      }
  }
  return walked
}

function formOf(values: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) form.append(name, value)
  return form
}

/** The fields that carry an id, each with the twin's instead. */
function foreignFields({ twin }: WallWorld, form: PageForm): { name: string; value: string }[] {
  const found = new Map<string, string>()
  for (const { name, value, choices } of form.fields as Field[]) {
    const own = [value, ...choices].find((one) => twin.swap(one) !== one)
    if (own !== undefined && !found.has(name)) found.set(name, twin.swap(own))
  }
  return [...found].map(([name, value]) => ({ name, value }))
}

/**
 * Forms whose act reads nothing of the query: the class beside a flow is only carried on to the page
 * that the act leads to.
 */
const carriedOn = /\/training\/flows\/\w+(\/comments)?\?class=/

/** Posts one swap; answers whether it was refused without our own having been tried. */
async function post(
  world: WallWorld,
  walked: Walked,
  { role, to, body, field, own }: Swap & { role: Role },
): Promise<boolean> {
  const answer = await world.ask(role, to, body)
  walked.tries += 1
  const sent = typeof body === 'string' ? body : [...body.values()].map(String).join(' ')
  const what = `${role} POST ${to}${field ? ` with another's ${field}` : ''}`
  await judged(world, walked, what, answer, `${to} ${sent}`)
  if ([403, 404, 405, 409, 410].includes(answer.status)) return true
  if (answer.status === 422) {
    const why = problemOf(answer.html)
    if (field !== null && why.fields.some((one) => sameField(one, field))) return true
    // What is refused with our own ids too says nothing of the twin's.
    const control = await world.ask(role, own.to, own.body)
    const usual = problemOf(control.html)
    if (control.status === 422 && usual.code === why.code && !(field === '?' && carriedOn.test(to)))
      walked.unproven.push(`${what}: 422 ${why.text} / ${usual.text}`)
    return false
  }
  if (field === null) {
    const led = answer.status === 303 ? await world.ask(role, answer.location) : answer
    if (led.status < 400) walked.holes.push(`${what}: ${answer.status} ${answer.location}`)
  }
  return false
}

/** An address with every id as `:id`, and the values of its query left out. */
function shapeOf({ twin }: WallWorld, path: string): string {
  const [address = '', query = ''] = path.split('?')
  const names = [...new URLSearchParams(query)].map(([name, value]) =>
    name === 'act' || name === 'set' ? `${name}=${value}` : name,
  )
  // Some records have a word for an id, which is a page elsewhere: a source called `import`.
  const isId = (part: string) => twin.swap(part) !== part && !/^[a-z-]+$/.test(part)
  const ids = address.split('/').map((part) => (isId(part) ? ':id' : part))
  return ids.join('/') + (names.length > 0 ? `?${[...new Set(names)].sort().join('&')}` : '')
}

const formShape = ({ twin }: WallWorld, form: PageForm) =>
  form.fields
    .map(({ name, value, type }) => (name === 'act' && type === 'hidden' ? `act=${value}` : name))
    .map((name) => (twin.swap(name) === name ? name : ':id'))
    .filter((name, at, all) => all.indexOf(name) === at)
    .join()

function linksOf(world: WallWorld, html: string): string[] {
  const found = [...html.matchAll(/href="([^"#]+)[^"]*"/g)].map(([, href]) =>
    (href as string).replaceAll('&amp;', '&'),
  )
  return found.filter(
    (href) =>
      href.startsWith(`/${world.own.slug}/`) && !/\.(csv|ics|webp|png)|\/media\//.test(href),
  )
}

/** What strangers sent is kept as it came, whatever stands in it; nothing reads an id out of it. */
const keptAsSent = new Set(['lead_submissions.raw'])

/** Where a row of Northside names anything of the twin, also within lists and JSON. */
export async function crossings({ env, own, twin }: WallWorld): Promise<string[]> {
  const found: string[] = []
  for (const [table, rows] of Object.entries(await rowsOf(env.STUDIOS_0, own.id)))
    for (const row of rows)
      for (const [column, value] of Object.entries(row))
        if (
          typeof value === 'string' &&
          !keptAsSent.has(`${table}.${column}`) &&
          twin.foundIn(value).length > 0
        )
          found.push(`${table}.${column} of ${row.id}: ${value.slice(0, 80)}`)
  return found
}
