/** Whether what a page tells a browser of its fields is what the server says of them. */
import * as z from 'zod'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { parsePosted } from '#app/http/form.server.ts'
import { type FieldRules, saidOf } from '#app/values/field-rules.ts'
import type { Entry } from './entry.ts'
import type { Attributes, Found } from './found-forms.ts'

type Json = {
  properties?: Record<string, Json>
  required?: string[]
  allOf?: Json[]
  anyOf?: Json[]
  oneOf?: Json[]
  type?: string
  const?: unknown
  enum?: unknown[]
  minimum?: number
  maximum?: number
  maxLength?: number
}

function jsonOf(schema: z.ZodType, act: string | undefined): Json {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json
  if (json.allOf) {
    const properties = Object.assign({}, ...json.allOf.map((part) => part.properties))
    return { properties, required: json.allOf.flatMap((part) => part.required ?? []) }
  }
  if (!act) return json
  return json.oneOf!.find(({ properties }) => properties!.act!.const === act)!
}

/** What a control lacks of what its schema says. */
function lacks(control: Attributes, json: Json, required: boolean): string[] {
  const lacking: string[] = []
  const one = json.anyOf?.find(({ type }) => type === 'integer') ?? json
  const line = control.kind === 'input' && /^(text|email|tel|)$/.test(control.type ?? '')
  if (required && one.type !== 'array' && !('required' in control)) lacking.push('required')
  if (one.type === 'integer' && line) {
    const accepts = (text: string) => new RegExp(`^(?:${control.pattern})$`, 'v').test(text)
    const [least, most] = [one.minimum!, one.maximum!]
    if (!control.pattern || !control.title) lacking.push('pattern')
    else if (accepts('abc') || accepts(String(least - 1)) || accepts(String(most + 1)))
      lacking.push('bounds')
    else if (!accepts(String(least)) || !accepts(String(most))) lacking.push('the numbers within')
  }
  const typed = line || control.kind === 'textarea'
  if (typed && control.maxlength !== undefined) lacking.push('what is pasted is cut')
  return lacking
}

/** What somebody may type by mistake, by the kind of control it can stand in. */
const nonsense: Record<string, string[]> = {
  line: ['   ', 'abc', '-5', '0', '7.5', '-1.5', '9999', '999999999', '1,440', '£', '5 6'].concat(
    [
      '24:30',
      '2026-02-30',
      '2026-12-26 2026-02-30',
      'a@b',
      'a..b@c.de',
      '@',
      '+44',
      '07700 900123',
    ],
    ['+44 7700 900123', '(((((', '!!!', '<b>', '５', 'A', 'a, b', 'x'.repeat(5_000)],
  ),
  date: ['0001-01-01', '1899-12-31', '2100-01-02', '9999-12-31', '275760-09-13'],
  time: ['00:00', '23:59'],
  'datetime-local': ['0001-01-01T00:00', '9999-12-31T23:59'],
}

/** The rules that a browser finds at a control, and, with scripts, those of its page's data. */
function rulesAt(control: Attributes, rules: FieldRules, live: boolean): FieldRules {
  const { pattern, title, min, max, maxlength, minlength } = control
  const stated = {
    ...(pattern === undefined ? {} : { pattern, title }),
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(maxlength === undefined ? {} : { maxLength: Number(maxlength) }),
    ...(minlength === undefined ? {} : { minLength: Number(minlength) }),
  } as FieldRules
  return live ? { ...rules, ...stated } : stated
}

/** What only the server can tell: names it has to look up, and a sum it reads in a step of its own. */
const serversOwn = [
  ...['setup-studio.timeZone', 'offer.pay', 'bio.text'],
  ...['video.chapters', 'video.length', 'video.link'],
]

/**
 * Where browser and server do not say the same of what was typed. Without scripts a browser has
 * words of its own and cannot tell spaces from words, nor what stands in several lines: there it
 * is only compared whether both refuse.
 */
function differences(
  control: Attributes,
  rules: FieldRules,
  schema: z.ZodType,
  act: string,
  live: boolean,
) {
  const line = control.kind === 'textarea' || /^(text|email|tel|)$/.test(control.type ?? '')
  const kind = line ? 'line' : control.type!
  if (control.kind === 'select' || (!live && control.kind === 'textarea')) return []
  const here = rulesAt(control, rules, live)
  return (nonsense[kind] ?? []).flatMap((typed) => {
    // Only the server says what is too long: a browser would cut it.
    if (!live && (typed.trim() === '' || typed.length > 1_000)) return []
    const posted = new FormData()
    if (act) posted.set('act', act)
    posted.set(control.name!, typed)
    const answer = parsePosted(posted, schema).reply().error?.[control.name!]?.[0]
    const told = live ? saidOf(typed, here) : refuses(here, typed)
    // Without scripts a field may ask for more than the server reads of it alone.
    if (live ? told === answer : told || answer === undefined) return []
    return [`${typed.slice(0, 30)}: browser ${told}, server ${answer}`]
  })
}

const refuses = (rules: FieldRules, typed: string) =>
  saidOf(typed, {
    ...rules,
    title: 'no',
    says: { low: 'no', high: 'no', short: 'no', long: 'no' },
  }) !== undefined

/** What the found forms lack, which of them no schema is known for, and which were not found. */
export function judge(found: readonly Found[], known: readonly Entry[]) {
  const met = new Set<Entry>()
  const lacking: string[] = []
  const unknown: string[] = []
  const differing = new Set<string>()
  for (const { id, path, live, controls: all } of found) {
    const entry = known.find(
      ([form, page]) =>
        (form.endsWith('-') ? id.startsWith(form) : form === id) && path.includes(page),
    )
    if (!entry) {
      if (live && all.length > 0) unknown.push(`${id} at ${path}`)
      continue
    }
    met.add(entry)
    const [, page, schema, act, row] = entry
    const { properties = {}, required = [] } = jsonOf(schema, act)
    const cells = row ? jsonOf(row, undefined).properties : {}
    for (const name of new Set(all.map((control) => control.name!))) {
      const [first, ...others] = all.filter((control) => control.name === name)
      const json = properties[name] ?? cells?.[name.replace(/^\w+\[\d+\]\./, '')]
      if (!json) continue
      // One radio button speaks for all of its name.
      const control = first!.type === 'radio' ? Object.assign({}, ...others, first) : first!
      const cell = properties[name] ? undefined : name.replace(/^\w+\[\d+\]\./, '')
      const read = cell ? row! : schema
      const rules = fieldRules(read, cell ? undefined : act)[cell ?? name] ?? {}
      const at = { ...control, name: cell ?? name } as Attributes
      const own = serversOwn.includes(`${id}.${name}`)
      for (const difference of own
        ? []
        : differences(at, rules, read, cell ? '' : (act ?? ''), live))
        differing.add(`${id}.${cell ?? name} at ${page}: ${difference}`)
      const missing = lacks(control, json, required.includes(name))
      if (missing.length > 0) lacking.push(`${id}.${name} at ${path}: ${missing.join(', ')}`)
    }
  }
  // What hangs on who is at the desk now has an id of its own each.
  const unmet = known
    .filter((entry) => !met.has(entry) && !entry[0].endsWith('-'))
    .map(([form, page]) => `${form} ${page}`)
  return { lacking, unknown: [...new Set(unknown)], unmet, differing: [...differing].sort() }
}

/** Forms in which a browser would say in words of its own what is missing. */
export const bubbling = (found: readonly Found[]) => [
  ...new Set(
    found
      .filter(({ bubbles, posts, controls }) => posts && bubbles && controls.some(asks))
      .map(({ id, path, controls }) => `${id}: ${controls.map(({ name }) => name)} at ${path}`),
  ),
]

const asks = (control: Attributes) =>
  ['required', 'pattern', 'minlength', 'min', 'max'].some((rule) => rule in control)

/**
 * Forms that are not checked while typing yet: those of one lead, and the optional reason of an act
 * on a membership.
 */
const notYetLive = /\/manage\/members\/(leads\/(?!new)|members\/[^/]+\/memberships\/)/

/** Forms that are sent with something typed, and say nothing while it is. */
export const plain = (found: readonly Found[]) => [
  ...new Set(
    found
      .filter(({ path }) => !notYetLive.test(path))
      .filter(({ live, posts, controls }) => posts && !live && controls.some(isTyped))
      .map(({ id, path, controls }) => `${id}: ${controls.map(({ name }) => name)} at ${path}`),
  ),
]

const isTyped = ({ kind, type = '', readonly }: Attributes) =>
  readonly === undefined &&
  (kind === 'textarea' ||
    (kind === 'input' &&
      /^(text|email|tel|number|search|url|date|time|datetime-local|)$/.test(type)))
