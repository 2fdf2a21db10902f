import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { browserContext } from '../support/browser.ts'
import { type DemoServer, demoServer } from '../support/demo-server.ts'
import { answeredSetup } from '../support/setups.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let server: DemoServer
let ben: string
let owner: string
let benId: string
let bookable: string
let upcoming: string
let unsignedId: string
let courseId: string
let workshopId: string
let enrolmentId: string
let sessionId: string
let eventId: string
let ticketsToken: string
let ticketId: string
let full: string
let typeId: string
let requestId: string
let exerciseId: string

beforeAll(async () => {
  server = await demoServer()
  ben = await server.cookieOf('ben@northside.test')
  const shard = server.databases.env.STUDIOS_0
  const person = await shard
    .prepare("SELECT id FROM people WHERE email = 'ben@northside.test'")
    .first<{ id: string }>()
  const { now } = server
  const mine = await shard
    .prepare(
      `SELECT b.id FROM bookings AS b JOIN occurrences AS o ON o.id = b.occurrence_id AND o.studio_id = b.studio_id
       WHERE b.person_id = ? AND b.state = 'booked' AND o.starts_at > ? LIMIT 1`,
    )
    .bind(person?.id, now)
    .first<{ id: string }>()
  const open = await shard
    .prepare(
      "SELECT id FROM occurrences WHERE kind = 'class' AND state = 'scheduled' AND opens_at < ?1 AND closes_at > ?1 ORDER BY starts_at DESC LIMIT 1",
    )
    .bind(now)
    .first<{ id: string }>()
  owner = await server.cookieOf('owner@northside.test')
  const one = async (query: string) =>
    (await shard.prepare(query).first<{ id: string }>())?.id ?? ''
  courseId = await one("SELECT id FROM courses WHERE kind = 'course' ORDER BY first_start LIMIT 1")
  workshopId = await one("SELECT id FROM courses WHERE kind = 'workshop' LIMIT 1")
  enrolmentId = await one(`SELECT id FROM enrolments WHERE course_id = '${courseId}' LIMIT 1`)
  sessionId = await one(
    `SELECT id FROM occurrences WHERE series_id = '${courseId}' ORDER BY starts_at DESC LIMIT 1`,
  )
  eventId = await one('SELECT id FROM events LIMIT 1')
  ticketsToken = await one('SELECT token AS id FROM ticket_orders WHERE person_id IS NULL LIMIT 1')
  ticketId = await one(
    `SELECT ticket.id FROM tickets AS ticket
      JOIN ticket_orders AS ticket_order ON ticket_order.id = ticket.order_id
      WHERE ticket_order.token = '${ticketsToken}'`,
  )
  full = await one(
    `SELECT o.id FROM occurrences AS o WHERE o.kind = 'class' AND o.state = 'scheduled' AND o.opens_at < '${now}' AND o.waitlist_closes_at > '${now}'
       AND o.capacity <= (SELECT count(*) FROM bookings AS b WHERE b.occurrence_id = o.id AND b.state = 'booked') LIMIT 1`,
  )
  typeId = await one('SELECT id FROM appointment_types LIMIT 1')
  requestId = await one('SELECT id FROM sub_requests LIMIT 1')
  exerciseId = await one('SELECT id FROM exercises LIMIT 1')
  benId = person?.id ?? ''
  upcoming = mine?.id ?? ''
  const unsigned = await shard
    .prepare(
      "SELECT id FROM people WHERE user_id IS NULL AND email <> '' AND is_staff = 0 AND archived_at IS NULL LIMIT 1",
    )
    .first<{ id: string }>()
  unsignedId = unsigned?.id ?? ''
  const account = await server.databases.env.DIRECTORY.prepare(
    'SELECT id AS userId, email FROM auth_users WHERE email = ?',
  )
    .bind('ben@northside.test')
    .first<{ userId: string; email: string }>()
  if (account) await answeredSetup(server.databases, { account: { ...account, name: 'Ben Okoro' } })
  bookable = open?.id ?? ''
})

type Who = 'ben' | 'owner' | 'nobody'

const opened = new Map<Who, Promise<Page>>()

/** The page each of them goes through the product with: its process and its files are kept. */
function pageOf(who: Who): Promise<Page> {
  const page = opened.get(who) ?? openPage(who)
  opened.set(who, page)
  return page
}

async function openPage(who: Who): Promise<Page> {
  const { origin } = server
  const cookie = { ben, owner, nobody: undefined }[who]
  const context = await browserContext({ width: 320, scripts: true, cookie, origin })
  return context.newPage()
}

/** Each page, and who looks at it. */
const pages: [name: string, path: () => string, who: Who][] = [
  ['landing', () => '/', 'nobody'],
  ['landing without a result', () => '/?q=zzzz', 'nobody'],
  ['sign-in', () => '/sign-in?studio=northside', 'nobody'],
  ['sign-up', () => '/sign-up?studio=northside', 'nobody'],
  ['reset', () => '/reset', 'nobody'],
  ['reset by code', () => '/reset/check-mail', 'nobody'],
  ['sign-in by code', () => '/sign-in/code', 'nobody'],
  ['single sign-on', () => '/sign-in/sso', 'nobody'],
  ['sign-up, confirming', () => '/sign-up/check-mail?studio=northside', 'nobody'],
  [
    'a mailed link that does not work',
    () => '/auth/confirm?type=email&token_hash=nothing',
    'nobody',
  ],
  ['an invitation that is over', () => '/welcome/invitation?token=nothing', 'nobody'],
  ['account', () => '/account', 'ben'],
  ['account: name', () => '/account/name', 'ben'],
  ['account: email', () => '/account/email', 'ben'],
  ['account: phone', () => '/account/phone', 'ben'],
  ['account: password', () => '/account/password', 'ben'],
  ['account: devices', () => '/account/devices', 'ben'],
  ['account: ways to sign in', () => '/account/sign-in-ways', 'ben'],
  ['account: two-step', () => '/account/two-step', 'ben'],
  ['account: two-step by phone', () => '/account/two-step/phone', 'ben'],
  ['home for visitors', () => '/northside/home', 'nobody'],
  ['home', () => '/northside/home', 'ben'],
  ['timetable for visitors', () => '/northside/home/timetable', 'nobody'],
  ['timetable', () => '/northside/home/timetable', 'ben'],
  ['timetable of another zone', () => '/southside/home/timetable', 'nobody'],
  ['class', () => `/northside/home/timetable/${bookable}`, 'ben'],
  ['confirm a booking', () => `/northside/home/timetable/${bookable}/booking`, 'ben'],
  ['confirm a cancellation', () => `/northside/bookings/${upcoming}/cancellation`, 'ben'],
  ['wait for any of several', () => `/northside/home/timetable/${full}/wish`, 'ben'],
  ['book every week', () => `/northside/home/timetable/${bookable}/repeat`, 'ben'],
  ['bring a guest', () => `/northside/bookings/${upcoming}/guests`, 'ben'],
  ['choose a place in the room', () => `/northside/bookings/${upcoming}/spot`, 'ben'],
  ['appointments', () => '/northside/home/appointments', 'ben'],
  ['choose a time', () => `/northside/home/appointments/${typeId}`, 'ben'],
  ['encyclopedia', () => '/northside/home/encyclopedia', 'ben'],
  ['no exercise found', () => '/northside/home/encyclopedia?q=zzzz&body=legs', 'ben'],
  ['an exercise', () => `/northside/home/encyclopedia/${exerciseId}`, 'ben'],
  ['programs for visitors', () => '/northside/home/programs', 'nobody'],
  ['programs', () => '/northside/home/programs', 'ben'],
  ['no program found', () => '/northside/home/programs?most=1', 'ben'],
  ['a course', () => `/northside/home/programs/${courseId}`, 'ben'],
  ['a workshop', () => `/northside/home/programs/${workshopId}`, 'ben'],
  ['confirm an enrolment', () => `/northside/home/programs/${courseId}/enrolment`, 'ben'],
  ['confirm a withdrawal', () => `/northside/home/programs/${courseId}/withdrawal`, 'ben'],
  ['a session of a course', () => `/northside/home/timetable/${sessionId}`, 'ben'],
  ['an event', () => `/northside/home/timetable/${eventId}`, 'nobody'],
  ['order tickets', () => `/northside/home/timetable/${eventId}/tickets`, 'ben'],
  ['tickets', () => `/northside/tickets/${ticketsToken}`, 'nobody'],
  ['one ticket', () => `/northside/tickets/${ticketsToken}/${ticketId}`, 'nobody'],
  ['studio rules', () => '/northside/home/rules', 'nobody'],
  ['portal', () => '/northside/portal', 'ben'],
  ['past bookings', () => '/northside/portal/bookings', 'ben'],
  ['credits', () => '/northside/portal/credits', 'ben'],
  ['details', () => '/northside/portal/details', 'ben'],
  ['notices', () => '/northside/portal/notices', 'ben'],
  ['calendar link', () => '/northside/portal/calendar', 'ben'],
  ['reminders', () => '/northside/portal/reminders', 'ben'],
  ['code for the door', () => '/northside/portal/code', 'ben'],
  ['class finder', () => '/classes', 'nobody'],
  ['class finder without a result', () => '/classes?discipline=none', 'nobody'],
  ['timetable for a frame', () => '/northside/embed/timetable', 'nobody'],
  ['welcome', () => '/welcome', 'nobody'],
  ['set-up of the studio', () => '/welcome/setup/studio', 'ben'],
  ['set-up of rooms', () => '/welcome/setup/rooms', 'ben'],
  ['set-up of classes', () => '/welcome/setup/classes', 'ben'],
  ['set-up of the week', () => '/welcome/setup/week', 'ben'],
  ['set-up of prices', () => '/welcome/setup/prices', 'ben'],
  ['set-up of the rules', () => '/welcome/setup/rules', 'ben'],
  ['set-up of the colour', () => '/welcome/setup/colour', 'ben'],
  ['set-up, opening', () => '/welcome/setup/publish', 'ben'],
  ['credits', () => '/credits', 'nobody'],
  ['gallery of the desk', () => '/dev/gallery', 'nobody'],
  ['gallery without scripts', () => '/dev/gallery/plain', 'nobody'],
  ['today board', () => '/northside/manage/studio', 'owner'],
  ['members', () => '/northside/manage/members/members', 'owner'],
  ['no member found', () => '/northside/manage/members/members?q=zzzz', 'owner'],
  ['a member', () => `/northside/manage/members/members/${benId}`, 'owner'],
  ['several people', () => '/northside/manage/members/members/bulk?act=archive&all=1', 'owner'],
  ['staff', () => '/northside/manage/studio/staff', 'owner'],
  ['reception', () => '/northside/manage/studio/reception', 'owner'],
  ['reception: people found', () => '/northside/manage/studio/reception?q=ben', 'owner'],
  ['reception: alerts', () => '/northside/manage/studio/reception/alerts', 'owner'],
  ['reception: kiosks', () => '/northside/manage/studio/reception/kiosks', 'owner'],
  ['invite to work here', () => '/northside/manage/studio/staff/invite', 'owner'],
  [
    'invite a member to sign in',
    () => `/northside/manage/members/members/${unsignedId}/invitation`,
    'owner',
  ],
  ['change a member', () => `/northside/manage/members/members/${benId}/edit`, 'owner'],
  ['add a person', () => '/northside/manage/members/members/new', 'owner'],
  ['give a package', () => `/northside/manage/members/members/${benId}/package`, 'owner'],
  ['adjust credits', () => `/northside/manage/members/members/${benId}/credits`, 'owner'],
  ['schedule: the calendar of a week', () => '/northside/manage/schedule', 'owner'],
  ['schedule: the calendar of a day', () => '/northside/manage/schedule?view=day', 'owner'],
  ['schedule: the calendar of a month', () => '/northside/manage/schedule?view=month', 'owner'],
  [
    'schedule: moving a class',
    () => `/northside/manage/schedule/move/${bookable}?time=20:00`,
    'owner',
  ],
  ['schedule: the week', () => '/northside/manage/schedule/classes', 'owner'],
  ['schedule: a new class', () => '/northside/manage/schedule/classes/new', 'owner'],
  ['schedule: weekly series', () => '/northside/manage/schedule/classes/series', 'owner'],
  ['schedule: class types', () => '/northside/manage/schedule/classes/types', 'owner'],
  ['schedule: a new class type', () => '/northside/manage/schedule/classes/types/new', 'owner'],
  ['schedule: a roster', () => `/northside/manage/schedule/classes/${bookable}`, 'owner'],
  [
    'schedule: a message to a roster',
    () => `/northside/manage/schedule/classes/${bookable}/message`,
    'owner',
  ],
  [
    'schedule: cancel a class',
    () => `/northside/manage/schedule/classes/${bookable}/cancellation`,
    'owner',
  ],
  [
    'schedule: change a class',
    () => `/northside/manage/schedule/classes/${bookable}/edit`,
    'owner',
  ],
  [
    'schedule: the places of a class',
    () => `/northside/manage/schedule/classes/${bookable}/capacity`,
    'owner',
  ],
  ['schedule: courses', () => '/northside/manage/schedule/courses', 'owner'],
  ['schedule: no courses', () => '/northside/manage/schedule/courses?view=off', 'owner'],
  ['schedule: workshops', () => '/northside/manage/schedule/workshops', 'owner'],
  ['schedule: a new course', () => '/northside/manage/schedule/courses/new', 'owner'],
  ['schedule: a new workshop', () => '/northside/manage/schedule/workshops/new', 'owner'],
  ['schedule: a course', () => `/northside/manage/schedule/courses/${courseId}?q=ben`, 'owner'],
  [
    'schedule: change a course',
    () => `/northside/manage/schedule/courses/${courseId}/edit`,
    'owner',
  ],
  ['schedule: a workshop', () => `/northside/manage/schedule/workshops/${workshopId}`, 'owner'],
  [
    'schedule: cancel a workshop',
    () => `/northside/manage/schedule/workshops/${workshopId}/cancellation`,
    'owner',
  ],
  [
    'schedule: an enrolment',
    () => `/northside/manage/schedule/courses/${courseId}/enrolments/${enrolmentId}`,
    'owner',
  ],
  [
    'schedule: a session',
    () => `/northside/manage/schedule/courses/${courseId}/sessions/${sessionId}`,
    'owner',
  ],
  ['schedule: events', () => '/northside/manage/schedule/events', 'owner'],
  ['schedule: no events', () => '/northside/manage/schedule/events?view=off', 'owner'],
  ['schedule: a new event', () => '/northside/manage/schedule/events/new', 'owner'],
  ['schedule: an event', () => `/northside/manage/schedule/events/${eventId}`, 'owner'],
  [
    'schedule: a kind of ticket',
    () => `/northside/manage/schedule/events/${eventId}/types/new`,
    'owner',
  ],
  [
    'schedule: sell tickets',
    () => `/northside/manage/schedule/events/${eventId}/orders?q=ana`,
    'owner',
  ],
  [
    'schedule: admit guests',
    () => `/northside/manage/schedule/events/${eventId}/check-in`,
    'owner',
  ],
  [
    'schedule: a ticket',
    () => `/northside/manage/schedule/events/${eventId}/tickets/${ticketId}`,
    'owner',
  ],
  [
    'schedule: a run order',
    () => `/northside/manage/schedule/events/${eventId}/run-order`,
    'owner',
  ],
  [
    'schedule: cancel an event',
    () => `/northside/manage/schedule/events/${eventId}/cancellation`,
    'owner',
  ],
  ['schedule: appointments', () => '/northside/manage/schedule/appointments', 'owner'],
  ['schedule: book an appointment', () => '/northside/manage/schedule/appointments/new', 'owner'],
  [
    'schedule: hours of coaches',
    () => '/northside/manage/schedule/appointments/availability',
    'owner',
  ],
  [
    'schedule: a kind of appointment',
    () => `/northside/manage/schedule/appointments/types/${typeId}`,
    'owner',
  ],
  ['schedule: policies', () => '/northside/manage/schedule/policies', 'owner'],
  ['schedule: a new policy', () => '/northside/manage/schedule/policies/new', 'owner'],
  ['schedule: who is exempt', () => '/northside/manage/schedule/policies/exemptions', 'owner'],
  ['schedule: closures', () => '/northside/manage/schedule/closures', 'owner'],
  ['schedule: close some days', () => '/northside/manage/schedule/closures/new', 'owner'],
  [
    'schedule: what closing does',
    () =>
      '/northside/manage/schedule/closures/preview?name=Works&from=2027-03-01&until=2027-03-03&extendsPacks=on',
    'owner',
  ],
  ['schedule: publish', () => '/northside/manage/schedule/publish', 'owner'],
  ['schedule: copy a term', () => '/northside/manage/schedule/copy', 'owner'],
  ['schedule: substitutes', () => '/northside/manage/schedule/substitutions', 'owner'],
  [
    'schedule: a request for a substitute',
    () => `/northside/manage/schedule/substitutions/${requestId}`,
    'owner',
  ],
  [
    'schedule: ask for a substitute',
    () => `/northside/manage/schedule/substitutions/new?class=${bookable}`,
    'owner',
  ],
  ['facilities', () => '/northside/manage/studio/facilities', 'owner'],
  ['facilities: a new room', () => '/northside/manage/studio/facilities/rooms/new', 'owner'],
  ['facilities: new equipment', () => '/northside/manage/studio/facilities/equipment/new', 'owner'],
  ['facilities: block a room', () => '/northside/manage/studio/facilities/blocks', 'owner'],
  ['a standing place', () => `/northside/manage/members/members/${benId}/standing`, 'owner'],
  ['exercises', () => '/northside/manage/training/exercises', 'owner'],
  [
    'an exercise of the studio',
    () => `/northside/manage/training/exercises/${exerciseId}`,
    'owner',
  ],
  ['add an exercise', () => '/northside/manage/training/exercises/new', 'owner'],
  [
    'delete an exercise',
    () => `/northside/manage/training/exercises/${exerciseId}/removal`,
    'owner',
  ],
  ['import exercises', () => '/northside/manage/training/exercises/import', 'owner'],
  ['a manage page that is not there', () => '/northside/manage/nothing', 'owner'],
  ['a page that is not there', () => '/northside/home/nothing', 'ben'],
  ['a studio that is not there', () => '/nowhere/home', 'nobody'],
]

test.each(pages)(
  '%s has no accessibility violation at 320 and 1280 px, light and dark, and never scrolls sideways',
  async (_name, path, who) => {
    const found: string[] = []
    const page = await pageOf(who)
    await page.goto(server.origin + path())
    // Our policy forbids scripts on these pages; axe is evaluated by the browser's own console.
    await page.evaluate(axe)
    // One load a page: the looks differ in styles alone. The next one is loaded at 320 px.
    for (const width of [1280, 320] as const) {
      await page.setViewportSize({ width, height: width === 1280 ? 900 : 844 })
      for (const look of ['light', 'dark'] as const) {
        // A colour that is still on its way to the other look would be read as a weak contrast.
        await page.emulateMedia({ colorScheme: look, reducedMotion: 'reduce' })
        await page.evaluate(() =>
          Promise.all(document.getAnimations().map((moving) => moving.finish())),
        )
        // Dark differs from light in its colours alone.
        const rules =
          look === 'dark'
            ? { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }
            : { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }
        const results = await page.evaluate((runOnly) => {
          // The calendar opens at today on a phone; what then lies under the head is no target.
          scrollTo(0, 0)
          return (
            globalThis as unknown as {
              axe: { run(context: object, options: object): Promise<AxeResults> }
            }
          ).axe.run(document, { runOnly, resultTypes: ['violations'] })
        }, rules)
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        if (overflow > 0) found.push(`${width} ${look}: ${overflow} px too wide`)
        for (const { id, nodes } of results.violations) {
          const where = nodes.map((n) => n.target).join(' | ')
          found.push(`${width} ${look}: ${id}: ${where.slice(0, 200)}`)
        }
      }
    }
    expect(found).toEqual([])
  },
  // Pages with many pictures wait for them.
  400_000,
)
