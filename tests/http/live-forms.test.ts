import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { appointmentAct, bookForm } from '#app/domain/appointments/desk-forms.ts'
import { hoursForm, typeForm } from '#app/domain/appointments/type-form.ts'
import { draftLineForm, draftTermsForm } from '#app/domain/billing/drafts/draft-forms.ts'
import {
  coolingOffForm,
  familyDiscountForm,
  invoiceNumbersForm,
  legalEntityForm,
  referralsForm,
  refundLimitsForm,
  taxForm,
} from '#app/domain/billing/settings/billing-settings-form.ts'
import { closeTillForm } from '#app/domain/billing/takings/takings-form.ts'
import { guestForm } from '#app/domain/bookings/booking/guest-form.ts'
import { changePayerForm } from '#app/domain/bookings/paying/change-payer-form.ts'
import { attendanceRuleForm } from '#app/domain/bookings/roster/attendance-rule-form.ts'
import {
  bookForPersonForm,
  bookingAct,
  cancelClassForm,
  capacityForm,
  rosterMessageForm,
  waiveFeeForm,
  walkInForm,
} from '#app/domain/bookings/roster/desk-forms.ts'
import { standingPlaceForm } from '#app/domain/bookings/standing-places/standing-place-form.ts'
import { exemptionForm, newPolicyForm, policyForm } from '#app/domain/calendar/policy-fields.ts'
import { newCourseForm } from '#app/domain/courses/course-form-schema.ts'
import { enrolByHandForm, enrolmentAct } from '#app/domain/courses/enrolments/enrol-form.ts'
import { cancelCourseForm, sessionForm } from '#app/domain/courses/session-forms.ts'
import {
  changeDocumentForm,
  newDocumentForm,
  newVersionForm,
  paperForm,
  withdrawForm,
} from '#app/domain/documents/document-forms.ts'
import { packageOfferForm } from '#app/domain/entitlements/offers/package-form.ts'
import { planOfferForm } from '#app/domain/entitlements/offers/plan-form.ts'
import { changePacksForm } from '#app/domain/entitlements/packs/change-packs-form.ts'
import { transferForm } from '#app/domain/entitlements/packs/transfer-pack-form.ts'
import {
  buyerForm,
  cancelEventForm,
  deskOrderForm,
  eventForm,
  holderForm,
  runOrderForm,
  ticketActForm,
  ticketTypeForm,
} from '#app/domain/events/event-fields.ts'
import {
  blockForm,
  equipmentForm,
  locationForm,
  roomForm,
} from '#app/domain/facilities/facility-forms.ts'
import { inviteForm } from '#app/domain/families/family-form.ts'
import { banForm, leavingForm, rejoinForm, winBackForm } from '#app/domain/farewells/exit-forms.ts'
import {
  addItemsForm,
  blockForm as flowBlockForm,
  flowCommentForm,
  flowDetailsForm,
  itemForm,
  newFlowForm,
  trackForm,
} from '#app/domain/flows/library/flow-forms.ts'
import {
  currentPasswordField,
  emailField,
  nameField,
  newPasswordField,
  phoneField,
} from '#app/domain/identity/accounts/account-fields.ts'
import { sixDigitsField } from '#app/domain/identity/factors/second-step-fields.ts'
import { leadFormForm } from '#app/domain/leads/capture/form-forms.ts'
import { newLeadForm } from '#app/domain/leads/lead-forms.ts'
import { stageNameForm } from '#app/domain/leads/pipelines/pipeline-forms.ts'
import { lettersKeptForm } from '#app/domain/messaging/letters-kept-form.ts'
import {
  classFields,
  classRow,
  priceFields,
  roomFields,
  roomRow,
  ruleFields,
  studioFields,
} from '#app/domain/onboarding/setup-fields.ts'
import { bulkForm } from '#app/domain/people/bulk/bulk-forms.ts'
import { myDetailsSchema } from '#app/domain/people/my-details.ts'
import { notificationsForm } from '#app/domain/people/notifications/notification-form.ts'
import {
  addPersonForm,
  archiveForm,
  creditsForm,
  levelForm,
  membershipForm,
  noteForm,
  packageForm,
  personForm,
  segmentForm,
} from '#app/domain/people/person-fields.ts'
import { eraseForm } from '#app/domain/person-records/record-forms.ts'
import { closureForm, closureToApply } from '#app/domain/planning/closure-fields.ts'
import { askForm, requestAct } from '#app/domain/planning/substitution-forms.ts'
import { newProductForm } from '#app/domain/products/product-form.ts'
import { ladderForm, levelDetailsForm, setLevelsForm } from '#app/domain/progression/ladder-form.ts'
import { deskAct, kioskForm } from '#app/domain/reception/reception-forms.ts'
import { accountPaymentForm } from '#app/domain/sales/account/account-payment-form.ts'
import { dunningForm } from '#app/domain/sales/collecting/dunning-form.ts'
import {
  closeForm,
  discountForm,
  paymentForm,
  refundForm,
  splitForm,
} from '#app/domain/sales/invoices/invoice-forms.ts'
import { freezeManyForm } from '#app/domain/sales/memberships/freezes/freeze-many-form.ts'
import { couponForm } from '#app/domain/sales/offers/coupon-form.ts'
import { saleForm } from '#app/domain/sales/sell/sale-form.ts'
import { classTypeForm } from '#app/domain/scheduling/class-types/class-type-fields.ts'
import { moveForm } from '#app/domain/scheduling/series/move-words.ts'
import { changeSeriesForm, newSeriesForm } from '#app/domain/scheduling/series/series-fields.ts'
import { seriesTeachingForm } from '#app/domain/scheduling/series/series-teaching-form.ts'
import { lookForm } from '#app/domain/studios/brand/look-form.ts'
import { studioNameForm } from '#app/domain/studios/brand/name-form.ts'
import { contactForm } from '#app/domain/studios/contact-fields.ts'
import { peakHoursForm } from '#app/domain/studios/peak-hours-form.ts'
import { portalForm } from '#app/domain/studios/portal-form.ts'
import { changeRoleForm, inviteStaffForm } from '#app/domain/studios/staff-fields.ts'
import { weekStartForm } from '#app/domain/studios/week-start-form.ts'
import { taskAct } from '#app/domain/tasks/task-form.ts'
import { exerciseFields, mergeForm } from '#app/domain/training/exercise-fields.ts'
import { photoOrigin } from '#app/domain/training/photo-origin.ts'
import { classWorkoutForm } from '#app/domain/workouts/classes/class-workout-form.ts'
import { publicationForm, workoutFields } from '#app/domain/workouts/library/workout-fields.ts'
import { codeForm } from '#app/http/code-sign-in.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { parsePosted } from '#app/http/form.server.ts'
import { paths } from '#app/paths.ts'
import { type FieldRules, saidOf } from '#app/values/field-rules.ts'
import { newId } from '#app/values/id.ts'
import { addMinutes } from '#app/values/instant.ts'
import { type DemoServer, demoServer } from '../support/demo-server.ts'

const studio = { currency: 'GBP', timeZone: 'Europe/London' }

type Entry = [
  form: string,
  page: string,
  schema: z.ZodType,
  act?: string | undefined,
  row?: z.ZodType,
]

/**
 * Which schema reads which form, by the form's id and a piece of its page's address; what is asked
 * of a row where the form has several alike.
 */
const schemas: Entry[] = [
  ['course', 'schedule/courses', newCourseForm(studio)],
  ['course', 'schedule/workshops', newCourseForm(studio)],
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
  ['payment', 'members/members', accountPaymentForm],
  ['standing', 'standing', standingPlaceForm],
  ['type', 'appointments/types', typeForm('GBP')],
  ['type', 'classes/types', classTypeForm('GBP')],
  ['weekly', 'availability', hoursForm],
  ['dated', 'availability', hoursForm],
  ['exempt', 'policies', exemptionForm],
  ['attendance', 'policies/attendance', attendanceRuleForm],
  ['contact', 'settings/contact', contactForm],
  ['name', 'settings/name', studioNameForm],
  ['look', 'settings/app', lookForm],
  ['invoices', 'settings/invoices', invoiceNumbersForm],
  ['legal', 'settings/legal', legalEntityForm],
  ['tax', 'settings/tax', taxForm],
  ['families', 'settings/families', familyDiscountForm],
  ['failed-payments', 'settings/failed-payments', dunningForm],
  ['cooling-off', 'settings/cooling-off', coolingOffForm],
  ['refunds', 'settings/refunds', refundLimitsForm('GBP')],
  ['weeks', 'settings/weeks', weekStartForm],
  ['peak-hours', 'settings/peak-hours', peakHoursForm],
  ['referrals', 'settings/referrals', referralsForm('GBP')],
  ['payment', 'sales/invoices', paymentForm('GBP')],
  ['refund', 'sales/invoices', refundForm('GBP')],
  ['close', 'sales/invoices', closeForm],
  ['discount', 'sales/invoices', discountForm('GBP')],
  ['parts', 'sales/invoices', splitForm('GBP')],
  ['line', 'invoices/drafts', draftLineForm('GBP')],
  ['terms', 'invoices/drafts', draftTermsForm('GBP')],
  ['coupon', 'sales/coupons', couponForm('GBP')],
  ['class-workout', 'training/classes', classWorkoutForm],
  ['series-teaching', 'training/series', seriesTeachingForm],
  ['flow', 'flows/new', newFlowForm],
  ['flow', 'details', flowDetailsForm],
  ['item', 'training/flows', itemForm],
  ['add', 'training/flows', addItemsForm],
  ['block', 'training/flows', flowBlockForm],
  ['track', 'training/flows', trackForm],
  ['comment', 'training/flows', flowCommentForm],
  ['ladder', 'training/levels', ladderForm],
  ['ladder-level', 'training/levels', levelDetailsForm],
  ['levels', 'training/levels', setLevelsForm],
  ['packs', 'packages/extend', changePacksForm, 'extend'],
  ['payer', 'payer', changePayerForm],
  ['packs', 'packages/credits', changePacksForm, 'credits'],
  ['transfer', 'transfer', transferForm],
  ['package', 'sales/packages', packageOfferForm('GBP')],
  ['day-pass', 'sales/packages', packageOfferForm('GBP', 'day_pass')],
  ['pt-pack', 'sales/packages', packageOfferForm('GBP', 'appointments')],
  ['bundle', 'sales/packages', packageOfferForm('GBP', 'bundle')],
  ['plan', 'sales/memberships', planOfferForm('GBP')],
  ['sale', 'sale', saleForm],
  ['product', 'sales/products/new', newProductForm('GBP')],
  ['till', 'takings', closeTillForm('GBP')],
  ['portal', 'settings/portal', portalForm],
  ['letters', 'settings/messages', lettersKeptForm],
  ['document', 'documents/new', newDocumentForm],
  ['document', 'settings/documents', changeDocumentForm],
  ['version', 'settings/documents', newVersionForm],
  ['paper', 'documents', paperForm],
  ['withdraw-', 'documents', withdrawForm],
  ['location', 'facilities', locationForm],
  ['lead', 'leads/new', newLeadForm],
  ['form', 'settings/lead-capture', leadFormForm],
  ['give', 'studio/tasks', taskAct],
  ['rename-', 'lead-capture/pipelines', stageNameForm],
  ['stage-', 'lead-capture/pipelines', stageNameForm],
  ['pipeline-', 'lead-capture/pipelines', stageNameForm],
  ['source-', 'lead-capture/pipelines', stageNameForm],
  ['policy', 'policies/new', newPolicyForm],
  ['policy', 'policies', policyForm('GBP')],
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
  ['leaving', 'leaving', leavingForm],
  ['rejoin', 'rejoin', rejoinForm],
  ['freezes', 'memberships/freeze', freezeManyForm],
  ['win-back', 'win-back', winBackForm],
  ['ban', 'ban', banForm],
  ['erasure', 'erasure', eraseForm],
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
  ['invite', 'family', inviteForm],
  ['exercise', 'exercises', exerciseFields],
  ['workout', 'workouts', workoutFields],
  ['publication', 'publication', publicationForm],
  ['merge', 'merge', mergeForm],
  ['cancel', 'bookings', bookingAct, 'cancel'],
  ['reverse-', 'bookings', bookingAct, 'reverse'],
  ['waive-', 'bookings', bookingAct, 'waive'],
  ['move-', 'bookings', bookingAct, 'move'],
  ['late-', 'bookings', bookingAct, 'check_in'],
  ['add-', 'classes', walkInForm],
  ['enrol-', 'courses', enrolByHandForm],
  ['segment', 'members', segmentForm],
  ['withdraw', 'enrolments', enrolmentAct],
  ['place-', 'enrolments', enrolmentAct],
  ['admit', 'check-in', z.object({ code: z.string().max(200).default('') })],
  ['photos', 'exercises', photoOrigin],
  ['origin', 'import', photoOrigin],
  ['in-', 'reception', deskAct, 'check_in'],
  ['card-', 'reception', deskAct, 'check_in'],
  ['visit-', 'reception', deskAct, 'visit'],
  ['add-', 'reception', deskAct, 'walk_in'],
  ['book-', '/booking', bookForPersonForm],
]

const email = z.object({ email: emailField('Enter your email address') })
const password = z.object({ password: newPasswordField(8) })
const phone = z.object({ phone: phoneField('Enter your phone number') })
const person = z.object({ name: nameField })

/** Forms of pages without scripts, in front of the house and for members. */
const pageSchemas: Entry[] = [
  ['sign-in', '/sign-in', z.object({ email: z.string(), password: currentPasswordField })],
  ['sign-up', '/sign-up', person.and(password).and(z.object({ email: z.string() }))],
  ['code', '/sign-in/code', codeForm],
  ['code', '/sign-up/check-mail', codeForm],
  ['sso', '/sign-in/sso', email],
  ['where', '/where', email],
  ['reset-code', '/reset/check-mail', email.and(password).and(z.object({ code: sixDigitsField }))],
  ['reset', '/reset', email],
  ['name', '/account/name', person],
  ['email', '/account/email', email],
  ['phone', '/account/phone', phone],
  ['phone', '/account/two-step/phone', phone],
  ['password', '/account/password', password],
  ['details', '/portal/details', myDetailsSchema('2026-10-13')],
  ['notifications', '/portal/notifications', notificationsForm],
  ['guest', '/guests', guestForm],
  ['order', '/tickets', buyerForm],
  ['pass-form', '/tickets/', holderForm],
  ['setup-studio', '/setup/studio', studioFields],
  ['setup-rooms', '/setup/rooms', roomFields, undefined, roomRow],
  ['setup-classes', '/setup/classes', classFields, undefined, classRow],
  ['setup-prices', '/setup/prices', priceFields('GBP')],
  ['setup-rules', '/setup/rules', ruleFields('GBP')],
]

let server: DemoServer
let cookie: string

beforeAll(async () => {
  server = await demoServer()
  cookie = await server.cookieOf('owner@northside.test')
})

type Attributes = Record<string, string>
type Found = {
  id: string
  path: string
  live: boolean
  posts: boolean
  /** The browser checks it by itself. */
  bubbles: boolean
  controls: Attributes[]
}

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

const isSent = ({ method, role }: Attributes) => method === 'post' && role !== 'search'

/** The forms of a page that have an id, with the controls a person fills in. */
const formsOf = (html: string, path: string): Found[] =>
  [...html.matchAll(/<form\b[^>]*>[\s\S]*?<\/form>/g)]
    .map(([form]) => ({
      id: attributesOf(form.slice(0, form.indexOf('>'))).id ?? '',
      path,
      /** It is checked while typing. */
      live: form.includes('class="incomplete"'),
      // What is searched for may be anything.
      posts: isSent(attributesOf(form.slice(0, form.indexOf('>')))),
      bubbles: attributesOf(form.slice(0, form.indexOf('>'))).novalidate === undefined,
      controls: [...form.matchAll(/<(input|select|textarea)\b[^>]*>/g)]
        .map(([tag, kind]) => ({ kind: kind!, ...attributesOf(tag) }) as Attributes)
        .filter(({ type, name }) => type !== 'hidden' && name),
    }))
    .filter(({ id, live, posts }) => id !== '' || live || posts)

/**
 * Pages whose forms hang on what they are of: a class ahead, which can be moved and given away, and
 * someone with credits. What the links of today lead to is another at each hour.
 */
async function examples(): Promise<string[]> {
  const { STUDIOS_0 } = server.databases.env
  const one = async (query: string, ...given: string[]) =>
    (await STUDIOS_0.prepare(query)
      .bind(...given)
      .first<{ id: string }>())!.id
  const ahead = await one(
    `SELECT id FROM occurrences WHERE kind = 'class' AND state = 'scheduled' AND starts_at > ?
      ORDER BY starts_at LIMIT 1`,
    addMinutes(server.now, 2 * 24 * 60),
  )
  const ben = await one("SELECT id FROM people WHERE email = 'ben@northside.test'")
  const paid = await one(
    "SELECT id FROM invoices WHERE kind = 'invoice' AND state = 'paid' ORDER BY number LIMIT 1",
  )
  // An item's form is on the page of its flow once it is chosen.
  const item = await one(
    `SELECT flow_id || '?item=' || (part.value ->> '$.items[0].id') AS id
      FROM flow_versions, json_each(plan, '$.blocks') AS part
      WHERE part.value ->> '$.items[0].id' IS NOT NULL ORDER BY flow_id, version DESC LIMIT 1`,
  )
  return [
    `/northside/manage/training/flows/${item}`,
    `/northside/manage/schedule/classes/${ahead}`,
    `/northside/manage/members/members/${ben}`,
    `/northside/manage/sales/invoices/${paid}/refund`,
  ]
}

/** Walks pages from link to link, eight of each kind at most; without an account where it is ''. */
async function walk(starts: string[], links: RegExp, as: string): Promise<Found[]> {
  const seen = new Map<string, number>()
  const known = new Set<string>()
  const waiting = [...starts]
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
    const answer = await fetch(server.origin + path, { headers: { Cookie: as } })
    const html = await answer.text()
    if (!answer.headers.get('Content-Type')?.includes('html')) continue
    found.push(...formsOf(html, path))
    for (const [, link] of html.matchAll(/href="(\/[^"#]*)"/g))
      if (links.test(link!)) add(unescaped(link!))
  }
  return found
}

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
const serversOwn = ['setup-studio.timeZone', 'offer.pay']

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
function judge(found: readonly Found[], known: readonly Entry[]) {
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

/**
 * Where tickets of a coming event are ordered, and where a guest's place is asked for by someone
 * who is booked in a coming class with room; anyone will do.
 */
async function placesOf(slug: string) {
  const { directory, shard } = server.databases
  const [studio] = await directory.all<{ id: string; shard: 0 | 1 }>(
    sql`SELECT id, shard FROM studios WHERE slug = ${slug}`,
  )
  const db = shard(studio!.shard)
  const now = new Date().toISOString()
  const [event] = await db.all<{ id: string }>(sql`
    SELECT event.id FROM events AS event JOIN occurrences AS o ON o.id = event.id
    WHERE event.studio_id = ${studio!.id} AND event.state = 'on_sale' AND o.starts_at > ${now}
    LIMIT 1`)
  const [booking] = await db.all<{ id: string; classId: string; email: string }>(sql`
    SELECT b.id, o.id AS classId, person.email
    FROM bookings AS b JOIN occurrences AS o ON o.id = b.occurrence_id
    JOIN people AS person ON person.id = b.person_id
    WHERE b.studio_id = ${studio!.id} AND b.state = 'booked' AND b.guest_of IS NULL
      AND person.user_id IS NOT NULL AND o.kind = 'class' AND o.state = 'scheduled'
      AND o.starts_at > ${now}
    ORDER BY o.starts_at DESC LIMIT 1`)
  await db.run(sql`UPDATE policies SET guest_limit = 2 WHERE studio_id = ${studio!.id}`)
  await db.run(sql`
    UPDATE occurrences SET capacity = 300, opens_at = '2000-01-01T00:00:00Z', closes_at = starts_at
    WHERE id = ${booking!.classId}`)
  return {
    order: paths.orderTickets({ slug }, event!.id),
    guests: paths.guests({ slug }, booking!.id),
    host: await server.cookieOf(booking!.email),
  }
}

/** The page of an invoice that is being written; the demo has none. */
async function draftPage(): Promise<string> {
  const [person] = await server.databases
    .shard(0)
    .all<{ id: string }>(sql`SELECT id FROM people WHERE email = 'ben@northside.test'`)
  const path = '/northside/manage/sales/invoices/drafts/new'
  const made = await fetch(server.origin + path, {
    method: 'POST',
    headers: { cookie, origin: server.origin },
    body: new URLSearchParams({ person: person!.id, key: newId() }),
    redirect: 'manual',
  })
  return made.headers.get('location') ?? path
}

/** Where somebody is put on a level. */
async function levelPage(): Promise<string> {
  const [held] = await server.databases.shard(0).all<{ ladder: string; person: string }>(sql`
    SELECT level.ladder_id AS ladder, held.person_id AS person
    FROM person_levels AS held JOIN levels AS level ON level.id = held.level_id
    JOIN people AS person ON person.id = held.person_id
    WHERE person.email = 'ben@northside.test' LIMIT 1`)
  const path = paths.manageLadderAct({ slug: 'northside' }, held!.ladder, 'people')
  return `${path}?person=${held!.person}`
}

/** Where credits are added to a pack, and where it is transferred. */
async function packPages(): Promise<string[]> {
  const [lot] = await server.databases
    .shard(0)
    .all<{ id: string; personId: string; to: string }>(sql`
    SELECT lot.id, lot.person_id AS personId, ben.id AS "to"
    FROM people AS ben JOIN lots AS lot ON lot.studio_id = ben.studio_id AND lot.person_id <> ben.id
    JOIN packages AS package ON package.id = lot.package_id
    WHERE ben.email = 'ben@northside.test' AND lot.refunded_at IS NULL AND lot.family = 0
      AND lot.expires_on > ${new Date().toISOString()} AND package.once_per_person = 0
      AND (SELECT sum(amount) FROM entries WHERE lot_id = lot.id) > 1
    LIMIT 1`)
  const [studio, { id, personId, to }] = [{ slug: 'northside' }, lot!]
  return [
    paths.managePacks(studio, 'credits', { lot: id }),
    paths.managePersonTransfer(studio, personId, { lot: id, to }),
  ]
}

/** Forms in which a browser would say in words of its own what is missing. */
const bubbling = (found: readonly Found[]) => [
  ...new Set(
    found
      .filter(({ bubbles, posts, controls }) => posts && bubbles && controls.some(asks))
      .map(({ id, path, controls }) => `${id}: ${controls.map(({ name }) => name)} at ${path}`),
  ),
]

const asks = (control: Attributes) =>
  ['required', 'pattern', 'minlength', 'min', 'max'].some((rule) => rule in control)

/** Forms that are sent with something typed, and say nothing while it is. */
/** Forms that are not checked while typing yet: those of one lead, and the optional reason of an act on a membership. */
const notYetLive = /\/manage\/members\/(leads\/(?!new)|members\/[^/]+\/memberships\/)/

const plain = (found: readonly Found[]) => [
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

const nothing = { lacking: [], unknown: [], unmet: [], differing: [] }

test('each control of each form of the desk carries what its schema says', async () => {
  const starts = [
    ...(await examples()),
    await draftPage(),
    ...(await packPages()),
    await levelPage(),
    '/northside/manage/studio',
    '/northside/manage/members/members?q=a',
    '/northside/manage/studio/reception?q=b',
    '/northside/manage/sales/memberships/freeze?from=2027-04-05&until=2027-04-25',
    '/northside/manage/schedule/closures/preview?name=Winter&from=2027-12-24&until=2027-12-26',
  ]
  const found = await walk(starts, /^\/northside\/manage\//, cookie)
  expect(judge(found, schemas)).toEqual(nothing)
  expect(plain(found)).toEqual([])
  expect(bubbling(found)).toEqual([])
}, 180_000)

test('so does each of the pages in front of the house, of members and of a set-up', async () => {
  const owner = await server.cookieOf('owner@southside.test')
  const begun = await fetch(`${server.origin}/welcome/setup/studio`, {
    method: 'POST',
    headers: { Cookie: owner, Origin: server.origin },
    body: new URLSearchParams({
      name: 'Live forms',
      timeZone: 'Europe/London',
      currency: 'GBP',
      town: 'Leeds',
      disciplines: 'pole',
    }),
    redirect: 'manual',
  })
  expect(begun.status).toBe(303)
  const none = /^$/
  const { order, guests, host } = await placesOf('northside')
  const found = [
    ...(await walk(
      ['/sign-in', '/sign-up', '/sign-in/code', '/sign-up/check-mail', '/sign-in/sso'].concat([
        '/where',
        '/reset',
        '/reset/check-mail',
      ]),
      none,
      '',
    )),
    ...(await walk(
      ['name', 'email', 'phone', 'two-step/phone', 'password'].map((part) => `/account/${part}`),
      none,
      owner,
    )),
    ...(await walk(
      ['studio', 'rooms', 'classes', 'prices', 'rules'].map((step) => `/welcome/setup/${step}`),
      none,
      owner,
    )),
    ...(await walk([guests], none, host)),
    ...(await walk(
      ['/northside/portal', order],
      /^\/northside\/(?:portal|tickets)/,
      await server.cookieOf('ana@northside.test'),
    )),
  ]
  expect(judge(found, pageSchemas)).toEqual(nothing)
  expect(bubbling(found)).toEqual([])
}, 180_000)
