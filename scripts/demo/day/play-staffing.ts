/** Who may teach in a demo studio: papers of those who work there, of which one ends soon. */
import { sql } from 'drizzle-orm'
import { askTimeOff } from '#app/domain/staffing/decide-time-off.server.ts'
import { publishRota } from '#app/domain/staffing/rota/publish-rota.server.ts'
import { copyWeek, saveShift } from '#app/domain/staffing/rota/save-shift.server.ts'
import { saveBio } from '#app/domain/staffing/save-bio.server.ts'
import {
  addQualification,
  saveQualificationKind,
} from '#app/domain/staffing/save-qualification.server.ts'
import { addTeachingHours } from '#app/domain/staffing/teaching-hours.server.ts'
import { wallOf } from '#app/domain/staffing/time-off-form.ts'
import { addMinutes } from '#app/values/instant.ts'
import { addDays, firstOfWeek, localDate } from '#app/values/zone.ts'
import type { Player } from '../player.ts'
import { Chance } from '../random.ts'

const bio = { version: 0, photo: '' }
const bios = [
  'I came to teaching from gymnastics in 2014. In my classes there is a version of each move for ' +
    'everyone, whatever the day was like.\nOutside the studio: climbing, and far too much coffee.',
  'Teaches for strength first, and for fun always.',
] as const

/**
 * First aid of everyone, that of the front desk about to end; insurance of those who teach; one
 * coach is away in three weeks, another asks to be, and says when they can teach; the desk's shifts
 * of this week, and of the next as a draft.
 */
export function playStaffing(player: Player, slug: string): void {
  const chance = new Chance(`staffing ${slug}`)
  const [aid, insurance] = [chance.id(), chance.id()]
  const keys = Array.from({ length: 40 }, () => chance.id())
  const [absence, request] = [chance.id(), chance.id()]
  const shiftKeys = Array.from({ length: 14 }, () => chance.id())
  player.at(addMinutes(player.now, -20), async ({ desk }) => {
    const today = localDate(desk.now, player.timeZone)
    const staff = await desk.db.all<{ id: string; userId: string | null }>(sql`
      SELECT id, user_id AS userId FROM people
      WHERE studio_id = ${desk.studio.id} AND is_staff = 1 ORDER BY name LIMIT 20`)
    const kind = { version: 0, effect: 'warn' as const, neededFor: ['all'] }
    await saveQualificationKind(desk, null, { ...kind, key: aid, name: 'First aid' })
    await saveQualificationKind(desk, null, { ...kind, key: insurance, name: 'Insurance' })
    for (const [n, { id, userId }] of staff.entries()) {
      const atDesk = userId === desk.actor.userId
      await addQualification(desk, id, {
        key: keys[2 * n]!,
        kindId: aid,
        number: `FA ${2_140 + n}`,
        fileId: '',
        issuedOn: addDays(today, atDesk ? -1_074 : -200),
        expiresOn: addDays(today, atDesk ? 21 : 895 + n),
      })
      if (atDesk) continue
      await addQualification(desk, id, {
        key: keys[2 * n + 1]!,
        kindId: insurance,
        number: '',
        fileId: '',
        issuedOn: addDays(today, -60),
        expiresOn: addDays(today, 605),
      })
    }
    const [first, second] = await desk.db.all<{ id: string }>(sql`
      SELECT coach_id AS id FROM occurrences WHERE studio_id = ${desk.studio.id} AND kind = 'class'
      GROUP BY coach_id ORDER BY count(*) DESC, coach_id LIMIT 2`)
    const away = { fromTime: '', untilTime: '' }
    if (first) {
      const days = { fromDate: addDays(today, 19), untilDate: addDays(today, 20) }
      const form = { ...away, ...days, key: absence, reason: 'A weekend away' }
      await askTimeOff(desk, first.id, form, wallOf(form), { approved: true })
    }
    if (second) {
      const days = { fromDate: addDays(today, 24), untilDate: addDays(today, 24) }
      const form = { ...away, ...days, key: request, reason: 'A workshop in Leeds' }
      await askTimeOff(desk, second.id, form, wallOf(form), { approved: false })
      const shift = { version: 0, title: 'Front desk', role: 'front_desk' as const, locationId: '' }
      const week = firstOfWeek(today, desk.studio)
      const atDesk = staff.find(({ userId }) => userId === desk.actor.userId)
      for (const [n, key] of shiftKeys.entries()) {
        // Mornings are the desk's, evenings of the weekend are open.
        const [day, evening] = [Math.floor(n / 2), n % 2 === 1]
        const hours = evening
          ? { from: '16:00', until: '21:00' }
          : { from: '08:30', until: '13:00' }
        const held = day < 4 ? second.id : ''
        const personId = evening ? held : (atDesk?.id ?? '')
        const date = addDays(week, day)
        await saveShift(desk, null, { ...shift, ...hours, key, personId, date })
      }
      await publishRota(desk, week)
      await copyWeek(desk, addDays(week, 7))
      // One agreed to their bio, of the other a manager's words wait.
      await saveBio(desk, first!.id, { ...bio, text: bios[0], shown: 'on' }, { own: true })
      await saveBio(desk, second.id, { ...bio, text: bios[1] }, { own: false })
      for (const weekday of [1, 2, 3, 4, 5, 6, 7])
        await addTeachingHours(desk, second.id, { weekday, from: '07:00', until: '22:00' })
    }
  })
}
