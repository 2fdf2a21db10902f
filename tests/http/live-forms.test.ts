import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { appointmentAct, bookForm } from '#app/domain/appointments/desk-forms.ts'
import { hoursForm, typeForm } from '#app/domain/appointments/type-form.ts'
import {
  cancelClassForm,
  capacityForm,
  rosterMessageForm,
  waiveFeeForm,
} from '#app/domain/bookings/roster/desk-forms.ts'
import { standingPlaceForm } from '#app/domain/bookings/standing-places/standing-place-form.ts'
import { exemptionForm, newPolicyForm } from '#app/domain/calendar/policy-fields.ts'
import { cancelCourseForm, sessionForm } from '#app/domain/courses/session-forms.ts'
import {
  cancelEventForm,
  deskOrderForm,
  eventForm,
  runOrderForm,
  ticketActForm,
  ticketTypeForm,
} from '#app/domain/events/event-fields.ts'
import { blockForm, equipmentForm, roomForm } from '#app/domain/facilities/facility-forms.ts'
import { bulkForm } from '#app/domain/people/bulk/bulk-forms.ts'
import {
  addPersonForm,
  archiveForm,
  creditsForm,
  levelForm,
  membershipForm,
  noteForm,
  packageForm,
  personForm,
} from '#app/domain/people/person-fields.ts'
import { closureForm, closureToApply } from '#app/domain/planning/closure-fields.ts'
import { askForm, requestAct } from '#app/domain/planning/substitution-forms.ts'
import { kioskForm } from '#app/domain/reception/reception-forms.ts'
import { classTypeForm } from '#app/domain/scheduling/class-types/class-type-fields.ts'
import { moveForm } from '#app/domain/scheduling/series/move-words.ts'
import { changeSeriesForm, newSeriesForm } from '#app/domain/scheduling/series/series-fields.ts'
import { changeRoleForm, inviteStaffForm } from '#app/domain/studios/staff-fields.ts'
import { exerciseFields, mergeForm } from '#app/domain/training/exercise-fields.ts'
import { type DemoServer, demoServer } from '../support/demo-server.ts'

const studio = { currency: 'GBP', timeZone: 'Europe/London' }

/** Which schema reads which form, by the form's id and a piece of its page's address. */
const schemas: [form: string, page: string, schema: z.ZodType, act?: string][] = [
  ['event', 'schedule/events', eventForm],
  ['ticket', 'schedule/events', ticketTypeForm(studio)],
  ['act', 'run-order', runOrderForm, 'add'],
  ['pass', 'tickets', ticketActForm, 'pass'],
  ['refund', 'tickets', ticketActForm, 'refund'],
  ['order', 'orders', deskOrderForm],
  ['cancellation', 'events', cancelEventForm],
  ['cancellation', 'classes', cancelClassForm],
  ['cancellation', 'courses', cancelCourseForm],
  ['cancellation', 'workshops', cancelCourseForm],
  ['session', 'courses', sessionForm],
  ['session', 'workshops', sessionForm],
  ['appointment', 'appointments/new', bookForm],
  ['answer', 'appointments', appointmentAct],
  ['places', 'capacity', capacityForm],
  ['message', 'message', rosterMessageForm],
  ['waive', 'fees', waiveFeeForm],
  ['standing', 'standing', standingPlaceForm],
  ['type', 'appointments/types', typeForm('GBP')],
  ['type', 'classes/types', classTypeForm('GBP')],
  ['weekly', 'availability', hoursForm],
  ['dated', 'availability', hoursForm],
  ['exempt', 'policies', exemptionForm],
  ['policy', 'policies', newPolicyForm],
  ['block', 'facilities', blockForm],
  ['equipment', 'facilities', equipmentForm],
  ['room', 'facilities', roomForm],
  ['bulk', 'act=tag', bulkForm, 'tag'],
  ['bulk', 'act=untag', bulkForm, 'untag'],
  ['bulk', 'act=notice', bulkForm, 'notice'],
  ['bulk', 'act=note', bulkForm, 'note'],
  ['bulk', 'act=archive', bulkForm, 'archive'],
  ['person', 'members/new', addPersonForm],
  ['person', 'edit', personForm],
  ['archive', 'archive', archiveForm],
  ['credits', 'credits', creditsForm],
  ['level', 'level', levelForm],
  ['gift', 'membership', membershipForm],
  ['gift', 'package', packageForm],
  ['note', 'members', noteForm],
  ['closure', 'closures', closureForm],
  ['closing', 'closures', closureToApply],
  ['ask', 'substitutions', askForm],
  ['offer', 'substitutions', requestAct, 'offer'],
  ['kiosk', 'kiosks', kioskForm],
  ['move', 'move', moveForm],
  ['s', 'classes/new', newSeriesForm],
  ['s', 'edit', changeSeriesForm],
  ['role', 'staff', changeRoleForm],
  ['invite', 'staff', inviteStaffForm],
  ['exercise', 'exercises', exerciseFields],
  ['merge', 'merge', mergeForm],
]

let server: DemoServer
let cookie: string

beforeAll(async () => {
  server = await demoServer()
  cookie = await server.cookieOf('owner@northside.test')
})

type Attributes = Record<string, string>
type Found = { id: string; path: string; controls: Attributes[] }

const unescaped = (text: string) =>
  text
    .replace(/&quot;/g, '"')
    .replace(/&#x27;/g, "'")
    .replace(/&lt;/g, '<')
    .replace(/&amp;/g, '&')

const attributesOf = (tag: string): Attributes =>
  Object.fromEntries(
    [...tag.matchAll(/\s([\w-]+)(?:="([^"]*)")?/g)].map(([, name, value]) => [
      name!.toLowerCase(),
      unescaped(value ?? ''),
    ]),
  )

/** Forms that are checked while typing, with the controls a person fills in. */
const liveFormsOf = (html: string, path: string): Found[] =>
  [...html.matchAll(/<form\b[^>]*>[\s\S]*?<\/form>/g)]
    .filter(([form]) => form.includes('class="incomplete"'))
    .map(([form]) => ({
      id: attributesOf(form.slice(0, form.indexOf('>'))).id ?? '',
      path,
      controls: [...form.matchAll(/<(input|select|textarea)\b[^>]*>/g)]
        .map(([tag, kind]) => ({ kind: kind!, ...attributesOf(tag) }) as Attributes)
        .filter(({ type, name }) => type !== 'hidden' && name),
    }))

/** Walks the pages of the desk from link to link, eight of each kind at most. */
async function walk(): Promise<Found[]> {
  const seen = new Map<string, number>()
  const known = new Set<string>()
  const waiting = [
    '/northside/manage/studio',
    '/northside/manage/schedule/closures/preview?name=Winter&from=2027-12-24&until=2027-12-26',
  ]
  const found: Found[] = []
  const add = (link: string) => {
    const path = /\?(act|class|lot)=/.test(link) ? link : link.replace(/\?.*/, '')
    const kind = path
      .replace(/\/(?=[^/]*[0-9A-Z])[0-9A-Za-z]{10,12}(?=[/?]|$)/g, '/*')
      .replace(/=(?!note|tag|untag|notice|archive)[^&]*/g, '=')
    const times = seen.get(kind) ?? 0
    if (known.has(path) || times >= 8 || /\.(csv|ics)$/.test(path)) return
    known.add(path)
    seen.set(kind, times + 1)
    waiting.push(path)
  }
  for (let path = waiting.shift(); path; path = waiting.shift()) {
    const answer = await fetch(server.origin + path, { headers: { Cookie: cookie } })
    const html = await answer.text()
    if (!answer.headers.get('Content-Type')?.includes('html')) continue
    found.push(...liveFormsOf(html, path))
    for (const [, link] of html.matchAll(/href="(\/northside\/manage\/[^"#]*)"/g))
      add(unescaped(link!))
  }
  return found
}

type Json = {
  properties?: Record<string, Json>
  required?: string[]
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
  if (typed && one.maxLength !== undefined && control.maxlength !== String(one.maxLength))
    lacking.push('maxlength')
  return lacking
}

test('each control of each form that is checked while typing carries what its schema says', async () => {
  const found = await walk()
  const met = new Set<(typeof schemas)[number]>()
  const lacking: string[] = []
  const unknown: string[] = []
  for (const { id, path, controls: all } of found) {
    const entry = schemas.find(([form, page]) => form === id && path.includes(page))
    if (!entry) {
      if (all.length > 0) unknown.push(`${id} at ${path}`)
      continue
    }
    met.add(entry)
    const [, , schema, act] = entry
    const { properties = {}, required = [] } = jsonOf(schema, act)
    for (const name of new Set(all.map((control) => control.name!))) {
      const [first, ...others] = all.filter((control) => control.name === name)
      const json = properties[name]
      if (!json) continue
      // One radio button speaks for all of its name.
      const control = first!.type === 'radio' ? Object.assign({}, ...others, first) : first!
      const missing = lacks(control, json, required.includes(name))
      if (missing.length > 0) lacking.push(`${id}.${name} at ${path}: ${missing.join(', ')}`)
    }
  }
  const unmet = schemas.filter((entry) => !met.has(entry)).map(([form, page]) => `${form} ${page}`)
  expect(lacking).toEqual([])
  expect([...new Set(unknown)]).toEqual([])
  expect(unmet).toEqual([])
}, 180_000)
