import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { saveType } from '#app/domain/appointments/save-type.server.ts'
import { createCourse } from '#app/domain/courses/create-course.server.ts'
import { saveEvent } from '#app/domain/events/save-event.server.ts'
import { saveTicketType } from '#app/domain/events/save-ticket-type.server.ts'
import { saveEquipment } from '#app/domain/facilities/save-equipment.server.ts'
import { createSeries } from '#app/domain/scheduling/series/create-series.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { paths } from '#app/paths.ts'
import { newId } from '#app/values/id.ts'
import { mintAccount, mintSession } from '../support/accounts.ts'
import { builtDatabases } from '../support/built-databases.ts'
import { freezeClock, isolateText, releaseClock } from '../support/member-pages.ts'
import { mintWeek, type Week, weekNow } from '../support/week.ts'
import { workerOrigin as origin } from '../support/worker-origin.ts'

const databases = builtDatabases()
let week: Week
let cookie: string
/** Pages with a form that has a version, each with a write that someone else makes meanwhile. */
let forms: {
  page: string
  elsewhere: ReturnType<typeof sql>
  field: string
  typed: string
  saved: string
  /** Whose page it is, where it is not the desk's. */
  cookie?: string
}[]

beforeAll(async () => {
  await freezeClock(weekNow)
  week = await mintWeek(databases)
  const { studio } = week
  const account = await mintAccount(databases, { studio, role: 'owner', name: 'Some owner' })
  cookie = (await mintSession(databases, account, { variables: inject('variables') })).cookie
  const db = databases.shard(studio.shard as 0 | 1)
  const ctx: StaffContext = {
    db,
    studio,
    now: weekNow,
    nowMs: Date.parse(weekNow),
    origin,
    secret: '',
    actor: { userId: account.userId, name: 'Some owner', role: 'owner' },
  }
  const one = async (table: string) => {
    const [row] = await db.all<{ id: string }>(
      sql`SELECT id FROM ${sql.raw(table)} WHERE studio_id = ${studio.id} ORDER BY name LIMIT 1`,
    )
    return row!.id
  }
  const [roomId, disciplineId, policyId, classTypeId] = [
    await one('rooms'),
    await one('disciplines'),
    await one('policies'),
    await one('class_types'),
  ]
  const [coach] = await db.all<{ id: string }>(
    sql`SELECT id FROM people WHERE studio_id = ${studio.id} AND is_staff = 1 LIMIT 1`,
  )
  const coachId = coach!.id
  const [series, event, course, type, hoops] = [newId(), newId(), newId(), newId(), newId()]
  await createSeries(ctx, {
    id: series,
    classTypeId,
    roomId,
    coachId,
    policyId,
    firstStart: '2026-10-16T06:00',
    rrule: 'FREQ=WEEKLY;BYDAY=FR',
    minutes: 45,
    capacity: 6,
  })
  await saveEvent(
    ctx,
    event,
    {
      name: 'Summer show',
      description: '',
      disciplineId,
      icon: '',
      colour: '',
      localStart: '2026-11-21T19:00',
      minutes: 120,
      roomId,
      coachId,
      capacity: 8,
      notes: '',
      refundHours: 24,
      refundPercent: 100,
      holdMinutes: 15,
      transferable: true,
    },
    null,
  )
  await createCourse(ctx, {
    id: course,
    kind: 'course',
    name: 'Foundations',
    description: '',
    bring: '',
    levelId: null,
    priceMinor: 9_000,
    tiers: [],
    lateJoin: 1,
    dropIns: false,
    dropInMinor: null,
    makeUpHours: 4,
    makeUpDays: 14,
    takesMakeUps: true,
    withdrawal: [],
    withdrawalRunning: 0,
    waitlistLimit: 20,
    offerHours: 24,
    opensAt: null,
    followsId: null,
    reEnrolUntil: null,
    minimumAge: null,
    maximumAge: null,
    minimumPeople: null,
    decideAt: null,
    guestName: '',
    guestPercent: 0,
    guestFixedMinor: 0,
    guestMinimumMinor: 0,
    disciplineId,
    roomId,
    coachId,
    policyId,
    capacity: 8,
    minutes: 60,
    starts: ['2026-11-03T20:00', '2026-11-10T20:00'],
    rrule: '',
  })
  await saveType(
    ctx,
    type,
    {
      name: 'Private hour',
      description: '',
      disciplineId,
      minutes: 60,
      priceMinor: 4_500,
      pricePer: 'session',
      people: 1,
      bufferBefore: 0,
      bufferAfter: 15,
      noticeMinutes: 720,
      aheadDays: 28,
      gridMinutes: 15,
      approval: false,
      policyId,
      roomIds: [roomId],
      coachIds: [coachId],
      packageIds: [],
    },
    null,
  )
  await saveEquipment(
    ctx,
    hoops,
    {
      name: 'Hoops',
      roomId: null,
      quantity: 8,
      outOfService: 0,
      defect: '',
      inspectDays: null,
      inspectedOn: null,
      dueOn: null,
      classTypeIds: [],
    },
    { version: null, anyway: true },
  )
  const exercise = newId()
  await db.run(sql`
    INSERT INTO exercises (id, studio_id, name, aliases, primary_muscles, secondary_muscles, instructions, cues, faults,
      state, log_type, created_at, updated_at)
    VALUES (${exercise}, ${studio.id}, 'Shoulder bridge', '[]', '[]', '[]', '[]', '[]', '[]', 'draft', 'reps', ${weekNow}, ${weekNow})`)
  const [first] = await db.all<{ id: string }>(
    sql`SELECT id FROM occurrences WHERE studio_id = ${studio.id} AND series_id = ${series} ORDER BY starts_at LIMIT 1`,
  )
  const [session] = await db.all<{ id: string }>(
    sql`SELECT id FROM occurrences WHERE studio_id = ${studio.id} AND series_id = ${course} ORDER BY starts_at LIMIT 1`,
  )
  const classId = first!.id
  const ticket = newId()
  const adult = {
    name: 'Adult',
    priceMinor: 1_500,
    capacity: 8,
    salesFrom: null,
    salesUntil: null,
    membersOnly: false,
    perOrder: 6,
    sort: 1,
  }
  await saveTicketType(ctx, event, ticket, adult, null)
  const own = (id: string) => sql`studio_id = ${studio.id} AND id = ${id}`
  const [policy] = await db.all<{ name: string }>(
    sql`SELECT name FROM policies WHERE ${own(policyId)}`,
  )
  forms = [
    {
      page: paths.manageClassAct(studio, classId, 'edit'),
      elsewhere: sql`UPDATE series SET version = version + 1 WHERE ${own(series)}`,
      field: 'capacity',
      typed: '5',
      saved: '6',
    },
    {
      page: paths.manageMove(studio, classId),
      elsewhere: sql`UPDATE series SET version = version + 1 WHERE ${own(series)}`,
      field: 'time',
      typed: '05:00',
      saved: '06:00',
    },
    {
      page: paths.manageEventAct(studio, event, 'edit'),
      elsewhere: sql`UPDATE events SET version = version + 1, notes = 'Doors at 18:30' WHERE ${own(event)}`,
      field: 'notes',
      typed: 'Bring glitter',
      saved: 'Doors at 18:30',
    },
    {
      page: paths.manageCourseAct(studio, 'course', course, 'edit'),
      elsewhere: sql`UPDATE courses SET version = version + 1, bring = 'Knee pads' WHERE ${own(course)}`,
      field: 'bring',
      typed: 'Socks',
      saved: 'Knee pads',
    },
    {
      page: paths.manageCourseSession(studio, 'course', course, session!.id),
      elsewhere: sql`UPDATE occurrences SET sequence = sequence + 1, topic = 'Inverts' WHERE ${own(session!.id)}`,
      field: 'topic',
      typed: 'Spins',
      saved: 'Inverts',
    },
    {
      page: paths.manageAppointmentType(studio, type),
      elsewhere: sql`UPDATE appointment_types SET version = version + 1, ahead_days = 60 WHERE ${own(type)}`,
      field: 'aheadDays',
      typed: '35',
      saved: '60',
    },
    {
      page: paths.manageEquipment(studio, hoops),
      elsewhere: sql`UPDATE equipment SET version = version + 1, quantity = 11 WHERE ${own(hoops)}`,
      field: 'quantity',
      typed: '9',
      saved: '11',
    },
    {
      page: paths.manageExercise(studio, exercise),
      elsewhere: sql`UPDATE exercises SET version = version + 1, name = 'Bridge' WHERE ${own(exercise)}`,
      field: 'name',
      typed: 'Glute bridge',
      saved: 'Bridge',
    },
    {
      page: paths.managePolicies(studio, { set: policy!.name }),
      elsewhere: sql`
        INSERT INTO policies (id, studio_id, name, version, opens_days, closes_minutes, cancel_minutes, late_keeps_credit,
          late_fee_minor, no_show_fee_minor, waitlist_closes_minutes, waitlist_limit, decline_minutes, guest_limit, created_at)
        SELECT ${newId()}, studio_id, name, version + 1, opens_days, closes_minutes, cancel_minutes, late_keeps_credit,
          late_fee_minor, no_show_fee_minor, waitlist_closes_minutes, waitlist_limit, decline_minutes, 3, created_at
        FROM policies WHERE ${own(policyId)}`,
      field: 'guestLimit',
      typed: '1',
      saved: 'Most guests to a class 3',
    },
    {
      page: paths.manageLetters(studio),
      elsewhere: sql`INSERT INTO letter_rules (studio_id, months) VALUES (${studio.id}, 6)`,
      field: 'months',
      typed: '24',
      saved: '6',
    },
    {
      page: paths.manageClassType(studio, classTypeId),
      elsewhere: sql`UPDATE class_types SET version = version + 1, minutes = 50 WHERE ${own(classTypeId)}`,
      field: 'minutes',
      typed: '65',
      saved: '50',
    },
    {
      page: paths.manageRoom(studio, roomId),
      elsewhere: sql`UPDATE rooms SET version = version + 1, capacity = 31 WHERE ${own(roomId)}`,
      field: 'capacity',
      typed: '30',
      saved: '31',
    },
    {
      page: paths.manageTicketType(studio, event, ticket),
      elsewhere: sql`UPDATE ticket_types SET version = version + 1, per_order = 5 WHERE ${own(ticket)}`,
      field: 'perOrder',
      typed: '4',
      saved: '5',
    },
    {
      page: paths.managePersonAct(studio, week.ana.personId, 'edit'),
      elsewhere: sql`UPDATE people SET version = version + 1, tags = 'vip' WHERE ${own(week.ana.personId)}`,
      field: 'tags',
      typed: 'first month',
      saved: 'vip',
    },
    {
      page: paths.manageReceptionAlerts(studio),
      elsewhere: sql`
        INSERT INTO alert_rules (studio_id, "trigger", action) VALUES (${studio.id}, 'red_note', 'block')
        ON CONFLICT DO UPDATE SET action = excluded.action`,
      field: 'red_note',
      typed: 'allow',
      saved: 'Stop',
    },
    {
      page: paths.manageClassAct(studio, classId, 'capacity'),
      elsewhere: sql`UPDATE occurrences SET capacity = 7 WHERE ${own(classId)}`,
      field: 'capacity',
      typed: '4',
      saved: '7',
    },
    {
      page: paths.portalDetails(studio),
      elsewhere: sql`UPDATE people SET version = version + 1, phone = '+447700900002' WHERE ${own(week.ana.personId)}`,
      field: 'phone',
      typed: '+447700900001',
      saved: '+447700900002',
      cookie: (await mintSession(databases, week.ana, { variables: inject('variables') })).cookie,
    },
  ]
})
afterAll(releaseClock)

const run = (query: ReturnType<typeof sql>) =>
  databases.shard(week.studio.shard as 0 | 1).run(query)

const get = async (path: string, whose = cookie) => {
  const answer = await fetch(origin + path, { headers: { Cookie: whose }, redirect: 'manual' })
  expect([path, answer.status]).toEqual([path, 200])
  return answer.text()
}

const post = (path: string, fields: [string, string][], whose = cookie) =>
  fetch(origin + path, {
    method: 'POST',
    headers: { Cookie: whose, Origin: origin },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })

const plain = (text: string) =>
  text.replaceAll('&amp;', '&').replaceAll('&#x27;', "'").replaceAll('&quot;', '"')

/** The form with a version as a browser without scripts would send it, with one field typed again. */
function sent(html: string, name: string, typed: string): [string, string][] {
  const form = [...html.matchAll(/<form[^>]*>[\s\S]*?<\/form>/g)]
    .map(([text]) => text)
    .find((text) => text.includes('name="version"'))!
  const fields: [string, string][] = []
  const attribute = (tag: string, which: string) =>
    new RegExp(`\\s${which}="([^"]*)"`).exec(tag)?.[1]
  for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
    const type = attribute(tag, 'type')
    const own = attribute(tag, 'name')
    if (!own || ((type === 'radio' || type === 'checkbox') && !/\schecked/.test(tag))) continue
    fields.push([own, plain(attribute(tag, 'value') ?? (type === 'checkbox' ? 'on' : ''))])
  }
  for (const [, own, text] of form.matchAll(/<textarea[^>]*name="([^"]*)"[^>]*>([^<]*)</g))
    fields.push([own!, plain(text!)])
  for (const [, own, options] of form.matchAll(
    /<select[^>]*name="([^"]*)"[^>]*>(.*?)<\/select>/gs,
  )) {
    const chosen =
      /<option[^>]*selected[^>]*>/.exec(options!)?.[0] ?? /<option[^>]*>/.exec(options!)?.[0]
    fields.push([own!, attribute(chosen ?? '', 'value') ?? ''])
  }
  expect([...fields.map(([own]) => own)]).toContain(name)
  return fields.map(([own, value]) => [own, own === name ? typed : value])
}

test.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16])(
  'of two editors of form %i the second is refused however often they press, and reads what the first saved',
  async (at) => {
    const { page, elsewhere, field, typed, saved, cookie: whose } = forms[at]!
    const opened = sent(await get(page, whose), field, typed)
    await run(elsewhere)

    const first = await post(page, opened, whose)
    const html = await first.text()
    expect([page, first.status]).toEqual([page, 422])
    expect(html).toMatch(/data-refusal="changed(_meanwhile)?"/)
    expect(isolateText(html)).toContain(`Saved by someone else: ${saved}`)

    const again = await post(page, sent(html, field, typed), whose)
    expect([page, again.status]).toEqual([page, 422])
    expect(await again.text()).toMatch(/data-refusal="changed(_meanwhile)?"/)

    // Opened again, it is saved.
    const fresh = await post(page, sent(await get(page, whose), field, typed), whose)
    expect([page, fresh.status]).toEqual([page, 303])
  },
)

test('a form whose hidden version is lost says what to do, and changes nothing', async () => {
  const { page, field, typed } = forms[1]!
  const opened = sent(await get(page), field, typed).filter(([name]) => name !== 'version')
  const answer = await post(page, [...opened, ['version', 'lost']])
  expect(answer.status).toBe(422)
  expect(isolateText(await answer.text())).toContain('Reload the page and try again.')
})

test('looking at the dates of a class, or playing a policy, leaves a stale form stale', async () => {
  for (const at of [0, 8]) {
    const { page, elsewhere, field, typed } = forms[at]!
    const opened = sent(await get(page), field, typed)
    if (at === 8)
      await run(
        sql`UPDATE policies SET version = version + 1 WHERE studio_id = ${week.studio.id} AND version = (SELECT max(version) FROM policies WHERE studio_id = ${week.studio.id})`,
      )
    else await run(elsewhere)
    const address = `${page.split('?')[0]}?${new URLSearchParams(opened)}`
    const answer = await post(page, sent(await get(address), field, typed))
    expect([page, answer.status]).toEqual([page, 422])
  }
})
