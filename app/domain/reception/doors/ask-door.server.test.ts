import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import { world } from '../../../../tests/support/world.ts'
import { askDoor } from './ask-door.server.ts'
import { type DoorLogFilters, doorForm } from './door-form.ts'
import {
  doorSecret,
  doorsPage,
  exportOpenings,
  makeDoor,
  renewDoor,
  shutDoor,
} from './doors.server.ts'

const now = '2026-10-13T17:00:00Z'

async function studio() {
  const w = await world()
  const desk = w.asDesk(now)
  const id = newId()
  const form = doorForm.parse({ key: id, name: 'Front door', locationId: '', minutes: '30' })
  const { secret } = await makeDoor(desk, form)
  const codes = { ana: 'BCDF2345', ben: 'BCDF2346', coach: 'BCDF2347' } as const
  for (const [who, code] of Object.entries(codes))
    await w.db.run(sql`INSERT INTO member_codes (person_id, studio_id, code, created_at)
      VALUES (${w[who as keyof typeof codes].id}, ${w.studio.id}, ${code}, ${now})`)
  const classId = await w.givenClass({ localStart: '2026-10-13T18:30' })
  await w.db.run(sql`
    INSERT INTO bookings (id, studio_id, occurrence_id, person_id, state, policy_id, created_at)
    VALUES (${newId()}, ${w.studio.id}, ${classId}, ${w.ana.id}, 'booked', ${w.ids.policyId}, ${now})`)
  await w.db.run(sql`UPDATE people SET is_staff = 1 WHERE id = ${w.coach.id}`)
  let n = 0
  const ask = (text: string, at = now, webhookId = `msg_${n++}`) =>
    askDoor(w.at(at), id, { webhookId, text })
  return { w, desk, id, form, secret, codes, ask }
}

test('a door opens for who has a place, from its minutes before the class until the end, and for staff', async () => {
  const { codes, ask } = await studio()
  const reason = async (code: string, at?: string) => {
    const answer = await ask(code, at)
    return answer.ok ? [answer.open, answer.reason] : answer.reason
  }
  expect(await reason(`CADENCE:${codes.ana}`)).toEqual([true, 'booked'])
  expect(await reason(codes.ana, '2026-10-13T16:59:00Z')).toEqual([false, 'too_early'])
  expect(await reason(codes.ana, '2026-10-13T18:31:00Z')).toEqual([false, 'no_class'])
  expect(await reason(codes.ben)).toEqual([false, 'no_class'])
  expect(await reason(codes.coach)).toEqual([true, 'staff'])
  expect(await reason('hello')).toEqual([false, 'unknown_code'])
})

test('a post that is sent again opens nothing, also at once, and each is one line of the log', async () => {
  const { w, codes, ask } = await studio()
  const answers = await Promise.all([
    ask(codes.ana, now, 'msg_same'),
    ask(codes.ana, now, 'msg_same'),
  ])
  expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true])
  expect(await ask(codes.ana, now, 'msg_same')).toEqual({ ok: false, reason: 'replayed' })
  const { log } = await doorsPage(w.at(now))
  expect(log).toMatchObject([{ name: w.ana.name, reason: 'booked', test: 0 }])
})

test('the log and its CSV filter by person and by days in the studio’s zone', async () => {
  const { w, desk, codes, ask } = await studio()
  await ask(codes.ana, '2026-10-11T23:30:00Z')
  await ask(codes.ana, '2026-10-12T09:00:00Z')
  await ask(codes.ben, '2026-10-12T22:59:00Z')
  await ask('hello', '2026-10-12T23:00:00Z')
  const asked = async (more: Partial<DoorLogFilters>) => {
    const filters = { q: '', from: '', until: '', ...more }
    const { log } = await doorsPage(w.at(now), filters)
    expect(await exportOpenings(desk, filters)).toHaveLength(log.length + 1)
    return log.map(({ name }) => name)
  }
  const [ana, ben] = [w.ana.name, w.ben.name]
  expect(await asked({})).toEqual([null, ben, ana, ana])
  expect(await asked({ from: '2026-10-12', until: '2026-10-12' })).toEqual([ben, ana, ana])
  expect(await asked({ from: '2026-10-13' })).toEqual([null])
  expect(await asked({ q: 'ben' })).toEqual([ben])
  expect(await asked({ q: 'nobody of that name' })).toEqual([])
})

test('a new secret replaces the old one, a removed door opens for nobody, and another studio has none of them', async () => {
  const { w, desk, id, form, secret, codes, ask } = await studio()
  expect(secret).toMatch(/^whsec_/)
  expect(await makeDoor(desk, form)).toEqual({ secret: null, reason: 'made_before' })
  expect(await doorSecret(w.at(now), id)).toBe(secret)
  const renewed = await renewDoor(desk, id)
  expect(renewed?.secret).not.toBe(secret)
  expect(await doorSecret(w.at(now), id)).toBe(renewed?.secret)
  expect(await doorSecret((await world()).at(now), id)).toBe(null)
  await shutDoor(desk, id)
  expect(await doorSecret(w.at(now), id)).toBe(null)
  expect(await ask(codes.ana)).toEqual({ ok: false, reason: 'no_such_door' })
})

test('archived and banned people stay outside', async () => {
  const { w, codes, ask } = await studio()
  await w.db.run(sql`UPDATE people SET banned_at = ${now} WHERE id = ${w.ana.id}`)
  expect(await ask(codes.ana)).toMatchObject({ open: false, reason: 'left' })
})

test('somebody suspended from work gets in with a place in a class only', async () => {
  const { w, codes, ask } = await studio()
  await w.db.run(sql`UPDATE people SET is_staff = 2 WHERE id IN (${w.coach.id}, ${w.ana.id})`)
  expect(await ask(codes.coach)).toMatchObject({ open: false, reason: 'no_class' })
  expect(await ask(codes.ana)).toMatchObject({ open: true, reason: 'booked' })
})

test('a door for a location that the studio does not have is refused', async () => {
  const { w, desk } = await studio()
  const typed = { key: newId(), name: 'Back door', locationId: newId(), minutes: '30' }
  expect(await makeDoor(desk, doorForm.parse(typed))).toEqual({
    ...{ secret: null, reason: 'no_such_location' },
  })
  expect((await doorsPage(w.at(now))).doors.map(({ name }) => name)).toEqual(['Front door'])
})
