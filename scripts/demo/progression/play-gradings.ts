/** Gradings of the demo studios: one published and one under way on the pole, karate in two weeks. */
import { sql } from 'drizzle-orm'
import {
  beginGrading,
  publishGrading,
  setResult,
} from '#app/domain/grading/grade-candidates.server.ts'
import {
  answerInvitation,
  inviteCandidates,
  overrideCandidate,
} from '#app/domain/grading/invite-candidates.server.ts'
import { saveGrading } from '#app/domain/grading/save-grading.server.ts'
import { setLevels } from '#app/domain/people/set-level.server.ts'
import { saveLadder } from '#app/domain/progression/save-ladder.server.ts'
import { saveLevel } from '#app/domain/progression/save-level.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { addMinutes } from '#app/values/instant.ts'
import { addDays, localDate } from '#app/values/zone.ts'
import { openedAt } from '../build-setting.ts'
import type { Player } from '../player.ts'
import { Chance } from '../random.ts'

const belts = ['White belt', 'Yellow belt', 'Orange belt', 'Green belt', 'Brown belt']

/** People on the first level of a ladder who have no account, by name. */
const onFirst = (desk: StaffContext, ladder: string, most: number) =>
  desk.db.all<{ id: string; next: string }>(sql`
    SELECT held.person_id AS id, (SELECT id FROM levels AS up WHERE up.studio_id = level.studio_id
      AND up.ladder_id = level.ladder_id AND up.rung = 2) AS next
    FROM person_levels AS held JOIN levels AS level ON level.id = held.level_id AND level.rung = 1
    JOIN ladders AS ladder ON ladder.id = level.ladder_id AND ladder.name = ${ladder}
    JOIN people AS person ON person.id = held.person_id
    WHERE held.studio_id = ${desk.studio.id} AND person.user_id IS NULL
      AND person.archived_at IS NULL AND person.birth_date IS NULL
    ORDER BY person.name DESC LIMIT ${most}`)

/** A grading on a day, with these people coming. */
async function givenGrading(
  desk: StaffContext,
  key: string,
  { level, onDate, people }: { level: string; onDate: string; people: readonly string[] },
) {
  const form = {
    ...{ key, level, onDate, startsAt: '14:00', place: 'Pole studio', fee: 0, answerBy: onDate },
    ...{ items: 'Routine of 16 counts, own choice\nEntry and exit', belt: '', panel: [] },
    tell: undefined,
  }
  await saveGrading(desk, form, null)
  for (const id of people) await overrideCandidate(desk, key, id, 'Ready, seen in class')
  await inviteCandidates(desk, key)
  for (const id of people) await answerInvitation({ ...desk, person: { id } }, key, 'accept')
}

export function playGradings(player: Player, slug: string): void {
  const chance = new Chance(`gradings of ${slug}`)
  if (slug === 'northside') playPole(player, chance)
  if (slug === 'southside') playKarate(player, chance)
}

function playPole(player: Player, chance: Chance): void {
  const [past, today, coming] = [chance.id(), chance.id(), chance.id()]
  player.at(player.now, async ({ desk }) => {
    const people = await onFirst(desk, 'Pole', 4)
    const [one, two, three, four] = people
    if (!(one && two && three && four)) return
    const date = localDate(desk.now, desk.studio.timeZone)
    await givenGrading(desk, past, { level: one.next, onDate: date, people: [one.id, two.id] })
    await beginGrading(desk, past)
    const result = { version: 1, note: 'Clean lines.', retestBy: '' as const }
    await setResult(desk, past, one.id, { ...result, result: 'passed', retestItems: '' })
    await setResult(desk, past, two.id, {
      ...{ ...result, note: '', result: 'retest', retestItems: 'Entry and exit' },
    })
    await publishGrading(desk, past)
    const people2 = [three.id, four.id]
    await givenGrading(desk, today, { level: one.next, onDate: date, people: people2 })
    await beginGrading(desk, today)
    await playComing(desk, coming, date)
  })
}

/** Pole 3 in two weeks: everybody on Pole 2 who has an account is invited. */
async function playComing(desk: StaffContext, key: string, today: string) {
  const people = await desk.db.all<{ id: string; next: string }>(sql`
    SELECT held.person_id AS id, (SELECT id FROM levels AS up WHERE up.studio_id = level.studio_id
      AND up.ladder_id = level.ladder_id AND up.rung = level.rung + 1) AS next
    FROM person_levels AS held JOIN levels AS level ON level.id = held.level_id
    JOIN ladders AS ladder ON ladder.id = level.ladder_id AND ladder.name = 'Pole'
    JOIN people AS person ON person.id = held.person_id
    WHERE held.studio_id = ${desk.studio.id} AND person.user_id IS NOT NULL
      AND person.is_staff = 0 AND level.rung = 2 LIMIT 6`)
  const [first] = people
  if (!first) return
  await saveGrading(
    desk,
    {
      ...{ key, level: first.next, onDate: addDays(today, 14), startsAt: '14:00', belt: '' },
      ...{ place: 'Pole studio', fee: 2_500, answerBy: addDays(today, 8), panel: [] },
      ...{ items: 'Routine of 16 counts, own choice', tell: undefined },
    },
    null,
  )
  for (const { id } of people) await overrideCandidate(desk, key, id, 'Ready, seen in class')
  await inviteCandidates(desk, key)
}

function playKarate(player: Player, chance: Chance): void {
  const [ladder, grading, reached] = [chance.id(), chance.id(), chance.id()]
  const levels = belts.map((name) => ({ name, id: chance.id() }))
  player.at(addMinutes(openedAt, 320), async ({ desk }) => {
    await saveLadder(
      desk,
      {
        ...{ key: ladder, name: 'Karate', discipline: 'new', newDiscipline: 'Karate' },
        ...{ audience: 'everyone', counted: [], refreshDays: 60 },
      },
      null,
    )
    for (const [n, { name, id }] of levels.entries()) {
      const asks = n === 0 ? null : 24 + 6 * (n - 1)
      await saveLevel(
        desk,
        ladder,
        {
          ...{ key: id, name, colour: '', stripes: 2, askAge: null, asks: '' },
          ...{ askClasses: asks, askDays: asks && 90 },
        },
        null,
      )
    }
  })
  player.at(player.now, async ({ desk }) => {
    const today = localDate(desk.now, desk.studio.timeZone)
    const people = await desk.db.all<{ id: string }>(sql`
      SELECT id FROM people WHERE studio_id = ${desk.studio.id} AND user_id IS NULL
        AND archived_at IS NULL AND is_staff = 0 ORDER BY name LIMIT 6`)
    const white = { key: reached, levelId: levels[0]!.id, since: addDays(today, -120), reason: '' }
    await setLevels(
      desk,
      people.map(({ id }) => id),
      white,
    )
    await saveGrading(
      desk,
      {
        ...{ key: grading, level: levels[1]!.id, onDate: addDays(today, 14), startsAt: '10:00' },
        ...{ place: 'Dojo', fee: 2_500, answerBy: addDays(today, 10), panel: [], belt: '' },
        ...{ items: 'First kata\nKumite, two rounds', tell: undefined },
      },
      null,
    )
  })
}
