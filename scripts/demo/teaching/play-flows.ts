/** Flows of the demo: written through the use cases, shared, and carried by classes to come. */
import { sql } from 'drizzle-orm'
import { setClassFlow, setSeriesFlow } from '#app/domain/flows/classes/set-class-flow.server.ts'
import { addFlow } from '#app/domain/flows/library/add-flow.server.ts'
import { changeFlow } from '#app/domain/flows/library/change-flow.server.ts'
import { commentOnFlow } from '#app/domain/flows/library/comment-on-flow.server.ts'
import type { FlowEditForm } from '#app/domain/flows/library/flow-forms.ts'
import { flowStatement, planOf } from '#app/domain/flows/library/flow-queries.server.ts'
import { readEdit } from '#app/domain/flows/library/read-edit.server.ts'
import { setFlowState } from '#app/domain/flows/library/set-flow-state.server.ts'
import { itemsOf } from '#app/domain/flows/plan/flow-plan.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { addMinutes } from '#app/values/instant.ts'
import { openedAt } from '../build-setting.ts'
import type { Player } from '../player.ts'
import { Chance } from '../random.ts'
import { type FlowText, northsideFlows, southsideFlows } from './flow-plans.ts'

const blocks = ['Warm-up', 'Build', 'Peak', 'Cool-down']

/** Plays the flows of a studio: all but its drafts are shared, and coming classes carry some. */
export function playFlows(player: Player, slug: string): void {
  const texts = slug === 'northside' ? northsideFlows : southsideFlows
  const chance = new Chance(`${slug} flows`)
  const shared: { id: string; discipline: string }[] = []
  for (const [i, text] of texts.entries()) {
    const id = chance.id()
    const key = () => chance.id()
    player.at(addMinutes(openedAt, 300 + i), async ({ desk }) => {
      await write(desk, id, text, key)
      if (text.draft) return
      await setFlowState(desk, id, { act: 'share' })
      shared.push({ id, discipline: text.discipline })
    })
  }
  player.at(player.now, async ({ desk }) => {
    for (const { id, discipline } of shared) await carry(desk, id, discipline)
  })
}

async function write(desk: StaffContext, id: string, text: FlowText, key: () => string) {
  const [discipline] = await desk.db.all<{ id: string }>(sql`
    SELECT id FROM disciplines WHERE studio_id = ${desk.studio.id} AND name = ${text.discipline}`)
  const { title, level, focus, minutes, notes = '' } = text
  await addFlow(desk, {
    key: id,
    title,
    level,
    focus,
    minutes,
    notes,
    breath: 5,
    discipline: discipline?.id ?? '',
  })
  const edits: Exclude<FlowEditForm, { act: 'undo' }>[] = [
    ...(text.tracks ?? []).map((track) => ({ act: 'track' as const, key: key(), ...track })),
    ...blocks.map((block, at) => ({
      act: 'add' as const,
      block: `b${at}`,
      key: key(),
      text: text.blocks[block] ?? '',
    })),
  ]
  for (const edit of edits) {
    const read = await readEdit(desk, edit)
    if (!('edit' in read)) throw new Error(`${title}: ${JSON.stringify(read.fields)}`)
    await changeFlow(desk, id, read.edit)
  }
  await sayMore(desk, id, text.more ?? {})
  if (text.comment)
    await commentOnFlow(desk, id, { act: 'add', key: key(), item: '', text: text.comment })
}

/** Gives the items that are named their easier and harder ways and their music. */
async function sayMore(desk: StaffContext, id: string, more: NonNullable<FlowText['more']>) {
  if (Object.keys(more).length === 0) return
  const [found] = await flowStatement(desk, desk.actor, id)
  if (!found) return
  const plan = planOf(found)
  for (const { id: item, rev, ...was } of itemsOf(plan)) {
    const { easier = '', harder = '', track } = more[was.name] ?? {}
    const trackId = track === undefined ? was.trackId : (plan.tracks[track]?.id ?? '')
    const to = { ...was, easier, harder, trackId }
    if (more[was.name]) await changeFlow(desk, id, { act: 'item', item, rev, to })
  }
}

/** The next class of its discipline is taught from it, and a series of that carries it. */
async function carry(desk: StaffContext, flow: string, discipline: string) {
  const found = await desk.db.all<{ id: string; series: string; weekly: number }>(sql`
    SELECT o.id, o.series_id AS series, series.rrule <> '' AS weekly FROM occurrences AS o
    JOIN class_types AS type ON type.id = o.class_type_id
    JOIN disciplines AS discipline ON discipline.id = type.discipline_id
    JOIN series ON series.id = o.series_id AND series.ended_at IS NULL
    WHERE o.studio_id = ${desk.studio.id} AND o.kind = 'class' AND o.state = 'scheduled'
      AND o.ends_at > ${desk.now} AND discipline.name = ${discipline}
      AND NOT EXISTS (SELECT 1 FROM class_flows AS planned WHERE planned.occurrence_id = o.id)
    ORDER BY o.starts_at, o.id LIMIT 2`)
  const [first, second] = found
  if (first) await setClassFlow(desk, first.id, { flow, was: '' })
  if (second?.weekly) await setSeriesFlow(desk, second.series, { flow, was: '' })
}
