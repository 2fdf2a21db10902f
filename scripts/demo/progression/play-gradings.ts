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
import { setLevel } from '#app/domain/people/levels/set-level.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { addDays, localDate } from '#app/values/zone.ts'
import type { Player } from '../player.ts'
import { Chance } from '../random.ts'

/** People on the first level of a ladder who have no account, by name. */
const onFirst = (desk: StaffContext, ladder: string, most: number) =>
  desk.db.all<{ id: string; next: string }>(sql`
    SELECT held.person_id AS id, (SELECT id FROM levels AS up WHERE up.studio_id = level.studio_id
      AND up.ladder_id = level.ladder_id AND up.rung = 2) AS next
    FROM person_levels AS held JOIN levels AS level ON level.id = held.level_id AND level.rung = 1
    JOIN ladders AS ladder ON ladder.id = level.ladder_id AND ladder.name = ${ladder}
    JOIN people AS person ON person.id = held.person_id
    WHERE held.studio_id = ${desk.studio.id} AND person.user_id IS NULL
      AND person.archived_at IS NULL
      AND (person.birth_date IS NULL OR person.birth_date < '2004-01-01')
    ORDER BY person.name DESC LIMIT ${most}`)

/** A grading on a day, with these people coming. */
async function givenGrading(
  desk: StaffContext,
  key: string,
  { level, onDate, people }: { level: string; onDate: string; people: readonly string[] },
) {
  const form = {
    key,
    level,
    onDate,
    startsAt: '14:00',
    place: 'Pole studio',
    fee: 0,
    answerBy: onDate,
    items: 'Routine of 16 counts, own choice\nEntry and exit',
    belt: '',
    panel: [],
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
      ...result,
      note: '',
      result: 'retest',
      retestItems: 'Entry and exit',
    })
    await publishGrading(desk, past)
    const people2 = [three.id, four.id]
    await givenGrading(desk, today, { level: one.next, onDate: date, people: people2 })
    await beginGrading(desk, today)
    await playComing(desk, coming, date)
    await playProvisional(desk, date)
  })
}

/** Two who may join the next level of the hoop until they are assessed. */
async function playProvisional(desk: StaffContext, today: string) {
  const [discipline] = await desk.db.all<{ id: string }>(sql`
    SELECT discipline_id AS id FROM ladders
    WHERE studio_id = ${desk.studio.id} AND name = 'Aerial'`)
  for (const { id, next } of await onFirst(desk, 'Aerial', 2))
    await setLevel(desk, id, {
      disciplineId: discipline?.id ?? '',
      levelId: next,
      since: today,
      reason: 'Until the next assessment',
      provisional: { until: addDays(today, 21) },
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
      key,
      level: first.next,
      onDate: addDays(today, 14),
      startsAt: '14:00',
      belt: '',
      place: 'Pole studio',
      fee: 2_500,
      answerBy: addDays(today, 8),
      panel: [],
      items: 'Routine of 16 counts, own choice',
      tell: undefined,
    },
    null,
  )
  for (const { id } of people) await overrideCandidate(desk, key, id, 'Ready, seen in class')
  await inviteCandidates(desk, key)
}

/** The next karate grading at the school, which everybody on the first level sees coming. */
function playKarate(player: Player, chance: Chance): void {
  const grading = chance.id()
  player.at(player.now, async ({ desk }) => {
    const [level] = await desk.db.all<{ id: string }>(sql`
      SELECT level.id FROM levels AS level JOIN ladders AS ladder ON ladder.id = level.ladder_id
      WHERE level.studio_id = ${desk.studio.id} AND ladder.name = 'Karate' AND level.rung = 2`)
    if (!level) return
    const today = localDate(desk.now, desk.studio.timeZone)
    await saveGrading(
      desk,
      {
        key: grading,
        level: level.id,
        onDate: addDays(today, 14),
        startsAt: '10:00',
        place: 'Dojo',
        fee: 2_500,
        answerBy: addDays(today, 10),
        panel: [],
        belt: '',
        items: 'First kata\nKumite, two rounds',
        tell: undefined,
      },
      null,
    )
  })
}
