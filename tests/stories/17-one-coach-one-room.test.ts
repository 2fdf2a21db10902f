/**
 * A coach and a room at one instant: whatever is pressed at the same moment, one of it stands (the
 * list of faults of others, 17).
 */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { holdSlot } from '#app/domain/appointments/hold-slot.server.ts'
import { cancelOccurrence } from '#app/domain/bookings/cancelling/cancel-occurrence.server.ts'
import { restoreOccurrence } from '#app/domain/bookings/cancelling/restore-occurrence.server.ts'
import { publishCourse } from '#app/domain/courses/change-course.server.ts'
import { createCourse } from '#app/domain/courses/create-course.server.ts'
import { moveSession } from '#app/domain/courses/move-session.server.ts'
import { publishEvent } from '#app/domain/events/change-event.server.ts'
import { saveEvent } from '#app/domain/events/save-event.server.ts'
import { saveTicketType } from '#app/domain/events/save-ticket-type.server.ts'
import { blockSpan } from '#app/domain/facilities/block-span.server.ts'
import { askForSubstitute, offerSubstitute } from '#app/domain/planning/ask-substitute.server.ts'
import { copyTerm } from '#app/domain/planning/copy-term.server.ts'
import { dryRun } from '#app/domain/planning/dry-run.server.ts'
import { publishPlan } from '#app/domain/planning/publish-plan.server.ts'
import { approveSubstitute, claimClass } from '#app/domain/planning/take-class.server.ts'
import { changeSeries } from '#app/domain/scheduling/series/change-series.server.ts'
import { createSeries } from '#app/domain/scheduling/series/create-series.server.ts'
import { moveOccurrence } from '#app/domain/scheduling/series/move-occurrence.server.ts'
import { newId } from '#app/values/id.ts'
import { givenAppointments } from '../support/appointments.ts'
import { courseDraft, givenCourse } from '../support/courses.ts'
import { eventDraft, typeDraft } from '../support/events.ts'
import { type World, world } from '../support/world.ts'

const now = '2026-10-01T09:00:00Z'
/** A Tuesday, within Dee's hours for appointments. */
const slot = { localStart: '2026-10-20T10:00', startsAt: '2026-10-20T09:00:00Z' }

type Press = () => Promise<unknown>

/** Each way to take Dee and the room at the slot, ready to be pressed; true is that it stands. */
async function givenPresses(w: World): Promise<Record<string, Press>> {
  const desk = w.asDesk(now)
  const ok = async (result: Promise<{ ok: boolean }>) => (await result).ok
  const single = {
    classTypeId: w.ids.poleType,
    roomId: w.ids.roomId,
    coachId: w.coach.id,
    policyId: w.ids.policyId,
    firstStart: slot.localStart,
    rrule: '',
    minutes: 60,
    capacity: 12,
  }
  const eve = await w.givenPerson('Eve Coach', { isStaff: true })
  const otherRoom = newId()
  await w.db.run(sql`
    INSERT INTO rooms (id, studio_id, location_id, name, capacity)
    SELECT ${otherRoom}, studio_id, location_id, 'yoga studio', 40 FROM rooms
    WHERE studio_id = ${w.studio.id} AND id = ${w.ids.roomId}`)

  const off = await w.givenClass({ localStart: slot.localStart })
  await cancelOccurrence(desk, off, { reason: 'Ill' })
  const elsewhere = {
    edit: await w.givenClass({ localStart: '2026-10-21T06:00' }),
    move: await w.givenClass({ localStart: '2026-10-21T08:00' }),
    plan: '',
  }
  const [weekly] = await w.givenSeries({
    localStart: '2026-10-15T12:00',
    rrule: 'FREQ=WEEKLY;BYDAY=TH;COUNT=3',
    at: now,
  })
  const term = await createSeries(desk, {
    ...single,
    firstStart: '2026-09-22T10:00',
    rrule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=1',
  })
  const [hers] = await w.givenSeries({ localStart: '2026-10-20T10:15' })
  await w.db.run(sql`UPDATE occurrences SET room_id = ${otherRoom}, coach_id = ${eve.id}
    WHERE id = ${hers!}`)
  const asked = await askForSubstitute(w.asMember(eve, now), {
    key: newId(),
    occurrenceId: hers!,
    reason: '',
    onlyOwn: true,
  })
  const requestId = asked.ok ? asked.requestId : ''
  await offerSubstitute(desk, requestId, { coachIds: [w.coach.id] })
  await claimClass(w.asMember(w.coach, now), requestId)
  const typeId = await givenAppointments(w)
  const eventId = newId()
  await saveEvent(desk, eventId, eventDraft(w, { ...slot, minutes: 90 }), null)
  await saveTicketType(desk, eventId, newId(), typeDraft, null)
  const draftCourse = await givenCourse(
    w,
    { starts: ['2026-10-20T10:30'], draft: true, disciplineId: w.ids.yoga },
    now,
  )
  const course = await givenCourse(w, { starts: ['2026-10-22T18:00'] }, now)
  await createSeries(desk, { ...single, firstStart: '2026-10-20T09:45', draft: true })
  const [planned] = await dryRun(desk, null)

  const form = { ...single, days: [], time: '10:00', version: 1 }
  return {
    'a single class': () => ok(createSeries(desk, single)),
    'a weekly class': () =>
      ok(createSeries(desk, { ...single, firstStart: '2026-10-06T10:30', rrule: 'FREQ=WEEKLY' })),
    'an edited class': () =>
      ok(changeSeries(desk, elsewhere.edit, { ...form, scope: 'one', date: '2026-10-20' })),
    'an edited series': () =>
      ok(
        changeSeries(desk, weekly!, {
          ...form,
          scope: 'all',
          date: '2026-10-15',
          time: '10:15',
          days: ['TU'],
        }),
      ),
    'a class that is moved': () =>
      ok(
        moveOccurrence(desk, elsewhere.move, {
          date: '2026-10-20',
          time: '10:15',
          version: 1,
          anyway: false,
        }),
      ),
    'a copied term': async () => {
      const copied = await copyTerm(desk, {
        key: newId(),
        series: term.ok ? [term.seriesId] : [],
        draft: false,
        from: '2026-09-21',
        weeks: 1,
        to: '2026-10-19',
      })
      return copied.made === 1
    },
    'a course': () => ok(createCourse(desk, courseDraft(w, { starts: [slot.localStart] }))),
    'a published course': () => ok(publishCourse(desk, draftCourse.id)),
    'a session that is moved': () =>
      ok(
        moveSession(desk, course.id, course.sessions[0]!, {
          localStart: slot.localStart,
          roomId: w.ids.roomId,
          coachId: w.coach.id,
          topic: '',
        }),
      ),
    'an event': () => ok(publishEvent(desk, eventId)),
    'an appointment': () =>
      ok(
        holdSlot(w.asMember(w.ana, now), {
          typeId,
          coachId: w.coach.id,
          startsAt: slot.startsAt,
        }),
      ),
    'a substitute': () => ok(approveSubstitute(desk, requestId, {})),
    'a class that is brought back': () => ok(restoreOccurrence(desk, off)),
    'a published plan': async () => {
      const { row } = planned!
      const chosen = [{ id: row.id, sequence: row.sequence, anyway: false }]
      return (await publishPlan(desk, { runId: newId(), chosen })).done.length === 1
    },
    'a block': () =>
      ok(
        blockSpan(
          desk,
          {
            roomId: null,
            coachId: w.coach.id,
            reason: 'Training',
            startsAt: slot.startsAt,
            endsAt: '2026-10-20T10:00:00Z',
          },
          { anyway: false },
        ),
      ),
  }
}

test('of everything that takes a coach and a room at the same moment one stands, whichever comes first', async () => {
  const names = Object.keys(await givenPresses(await world({ now })))
  for (let turn = 0; turn < names.length; turn += 4) {
    const presses = await givenPresses(await world({ now }))
    const order = [...names.slice(turn), ...names.slice(0, turn)]
    const done = await Promise.all(
      order.map(async (name) => ((await presses[name]!()) ? [name] : [])),
    )
    expect(done.flat(), `${order[0]} first`).toHaveLength(1)
  }
})

test.each(['a weekly class', 'an appointment', 'a block'])(
  '%s that stands refuses each other way to take them',
  async (first) => {
    const presses = await givenPresses(await world({ now }))
    expect(await presses[first]!()).toBe(true)
    for (const name of Object.keys(presses).filter((other) => other !== first))
      expect([name, await presses[name]!()]).toEqual([name, false])
  },
)
