import { sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { nameCandidates } from '#app/domain/training/name-candidates.server.ts'
import type { FlowEdit, ItemWords } from '../plan/edit-flow.ts'
import { longestTrack } from '../plan/flow-plan.ts'
import { parseItems } from '../plan/parse-items.ts'
import { type FlowDetailsForm, type FlowEditForm, trackWords } from './flow-forms.ts'
import { choosesOwn } from './flow-queries.server.ts'

/** What a form means, or the sentences beside its fields. */
export type ReadEdit = { edit: FlowEdit } | { fields: Record<string, string[]> }

const noWords = { transition: '', easier: '', harder: '', levelId: '', trackId: '' }

/** Lines that are told at once when some of them cannot be read. */
const toldAtOnce = 3

/**
 * The edit that a posted form asks for, its names looked up in the library: the name of an exercise,
 * in whatever spelling, is that exercise.
 */
export async function readEdit(
  ctx: StudioContext,
  form: Exclude<FlowEditForm, { act: 'undo' }>,
): Promise<ReadEdit> {
  switch (form.act) {
    case 'add': {
      const { items, problems } = parseItems(form.text)
      if (problems.length > 0)
        return {
          fields: {
            text: [
              problems
                .slice(0, toldAtOnce)
                .map(({ line, text }) => `Line ${line + 1}: ${text}`)
                .join('. '),
            ],
          },
        }
      if (items.length === 0) return { fields: { text: ['Write at least one line'] } }
      const ids = await exerciseIds(
        ctx,
        items.map(({ name }) => name),
      )
      const words = items.map(
        (item): ItemWords => ({ ...noWords, ...item, exerciseId: ids.get(item.name) ?? '' }),
      )
      return { edit: { act: 'add', block: form.block, key: form.key, items: words } }
    }
    case 'item': {
      const { items, problems } = parseItems(`x ${form.length}`)
      const [typed] = items
      if (!typed || problems.length > 0 || typed.name !== 'x')
        return {
          fields: { length: ['Enter a length, such as 8 min, 1:30, 5 breaths or 8 counts'] },
        }
      const { item, version, name, exercise, side, cue, transition, easier, harder } = form
      if (!(await choosesOwn(ctx, 'levels', form.level)))
        return { fields: { level: ['Choose a level of the list'] } }
      return {
        edit: {
          act: 'item',
          item,
          rev: version,
          to: {
            name,
            side,
            cue,
            transition,
            easier,
            harder,
            measure: typed.measure,
            amount: typed.amount,
            levelId: form.level,
            trackId: form.track,
            exerciseId: await exerciseOf(ctx, name, exercise),
          },
        },
      }
    }
    case 'track': {
      const { items } = parseItems(`x ${form.length}`)
      const seconds = items[0]?.measure === 'time' ? items[0].amount : 0
      if (items[0]?.name !== 'x' || seconds < 1 || seconds > longestTrack)
        return {
          fields: {
            length: [`Enter a length ${trackWords}, such as 3:45. Add a playlist track by track.`],
          },
        }
      const { key, title, licence } = form
      return { edit: { act: 'track', key, track: { title, seconds, licence } } }
    }
    case 'remove':
    case 'mirror':
      return { edit: { act: form.act, item: form.item, rev: form.version } }
    case 'rename':
      return { edit: { act: 'rename', block: form.block, rev: form.version, name: form.name } }
    case 'remove_block':
      return { edit: { act: 'remove_block', block: form.block, rev: form.version } }
    default:
      return { edit: form }
  }
}

/** The edit that the form of a flow's details asks for. */
export async function readDetails(
  ctx: StudioContext,
  { version, discipline, ...about }: FlowDetailsForm,
): Promise<ReadEdit> {
  if (!(await choosesOwn(ctx, 'disciplines', discipline)))
    return { fields: { discipline: ['Choose a discipline of the list'] } }
  return {
    edit: {
      act: 'about',
      rev: version,
      to: { ...about, beat: 1, disciplineId: discipline },
    },
  }
}

async function exerciseIds(ctx: StudioContext, names: readonly string[]) {
  const found = await nameCandidates(ctx, names)
  return new Map(names.map((name) => [name, found.get(name)?.sure?.id ?? '']))
}

/** The one that was chosen, where the studio has it; else the one of that name. */
async function exerciseOf(ctx: StudioContext, name: string, chosen: string): Promise<string> {
  if (chosen === 'none') return ''
  if (chosen !== '') {
    const [row] = await ctx.db.all<{ id: string }>(sql`
      SELECT coalesce(merged_into, id) AS id FROM exercises
      WHERE studio_id = ${ctx.studio.id} AND id = ${chosen}`)
    if (row) return row.id
  }
  return (await exerciseIds(ctx, [name])).get(name) ?? ''
}
