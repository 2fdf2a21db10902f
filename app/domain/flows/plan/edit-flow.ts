/**
 * Changes of a plan, one at a time, each on what it names: so two coaches who change two items of
 * one flow at once both keep theirs, and of two who change one item the second is told.
 */
import {
  type FlowAbout,
  type FlowBlock,
  type FlowItem,
  type FlowPlan,
  itemsOf,
  mirrored,
  mostBlocks,
  mostItems,
  mostTracks,
  type Track,
} from './flow-plan.ts'

export type ItemWords = Omit<FlowItem, 'id' | 'rev'>

export type FlowEdit =
  | { act: 'add'; block: string; key: string; items: ItemWords[] }
  | { act: 'item'; item: string; rev: number; to: ItemWords }
  | { act: 'remove'; item: string; rev: number }
  | { act: 'move'; item: string; to: 'up' | 'down' }
  | { act: 'mirror'; item: string; rev: number }
  | { act: 'other_side'; block: string; key: string }
  | { act: 'block'; key: string; name: string }
  | { act: 'rename'; block: string; rev: number; name: string }
  | { act: 'remove_block'; block: string; rev: number }
  | { act: 'move_block'; block: string; to: 'up' | 'down' }
  | { act: 'track'; key: string; track: Omit<Track, 'id'> }
  | { act: 'remove_track'; track: string }
  | { act: 'about'; rev: number; to: Omit<FlowAbout, 'rev'> }
  | { act: 'replace'; plan: FlowPlan; what: string }

/** Why an edit is not done; `gone` is what somebody else removed. */
const editRefusals = ['changed_meanwhile', 'gone', 'too_many', 'at_the_end'] as const
export type EditRefusal = (typeof editRefusals)[number]

export type EditResult =
  | { ok: true; plan: FlowPlan; what: string; same: boolean }
  | { ok: false; reason: EditRefusal }

const refuse = (reason: EditRefusal): EditResult => ({ ok: false, reason })

/** The plan after an edit, whose parts bear `rev`, and what was done in words. */
export function editFlow(plan: FlowPlan, edit: FlowEdit, rev: number): EditResult {
  const done = (to: Partial<FlowPlan>, what: string, same = false): EditResult => ({
    ok: true,
    what,
    same,
    plan: { ...plan, ...to },
  })
  switch (edit.act) {
    case 'add':
      return addItems(plan, edit, rev)
    case 'item':
      return onItem(plan, edit, (item) => [{ ...edit.to, id: item.id, rev }], 'Changed')
    case 'remove':
      return onItem(plan, edit, () => [], 'Removed')
    case 'mirror':
      return onItem(plan, edit, (item) => [{ ...mirrored(item), rev }], 'Mirrored')
    case 'move':
      return moveItem(plan, edit)
    case 'other_side': {
      const block = plan.blocks.find(({ id }) => id === edit.block)
      if (!block) return refuse('gone')
      return addItems(
        plan,
        { block: edit.block, key: edit.key, items: block.items.map((item) => mirrored(item)) },
        rev,
        `Added the other side of ${block.name}`,
      )
    }
    case 'block': {
      if (plan.blocks.some(({ id }) => id === edit.key)) return done({}, '', true)
      if (plan.blocks.length >= mostBlocks) return refuse('too_many')
      const block = { id: edit.key, rev, name: edit.name, items: [] }
      return done({ blocks: [...plan.blocks, block] }, `Added the block ${edit.name}`)
    }
    case 'rename':
      return onBlock(plan, edit, (block) => [{ ...block, rev, name: edit.name }], 'Renamed')
    case 'remove_block':
      return onBlock(plan, edit, () => [], 'Removed the block')
    case 'move_block': {
      const at = plan.blocks.findIndex(({ id }) => id === edit.block)
      if (at < 0) return refuse('gone')
      const blocks = swap(plan.blocks, at, edit.to === 'up' ? at - 1 : at + 1)
      return blocks ? done({ blocks }, `Moved ${plan.blocks[at]?.name}`) : refuse('at_the_end')
    }
    case 'track': {
      if (plan.tracks.some(({ id }) => id === edit.key)) return done({}, '', true)
      if (plan.tracks.length >= mostTracks) return refuse('too_many')
      const tracks = [...plan.tracks, { id: edit.key, ...edit.track }]
      return done({ tracks }, `Added the music “${edit.track.title}”`)
    }
    case 'remove_track': {
      const track = plan.tracks.find(({ id }) => id === edit.track)
      if (!track) return done({}, '', true)
      return done(
        {
          tracks: plan.tracks.filter(({ id }) => id !== track.id),
          blocks: plan.blocks.map((block) => ({
            ...block,
            items: block.items.map((item) =>
              item.trackId === track.id ? { ...item, trackId: '' } : item,
            ),
          })),
        },
        `Removed the music “${track.title}”`,
      )
    }
    case 'about':
      if (plan.about.rev !== edit.rev) return refuse('changed_meanwhile')
      return done({ about: { ...edit.to, rev } }, 'Changed what it is for')
    case 'replace':
      return { ok: true, plan: edit.plan, what: edit.what, same: false }
  }
}

function addItems(
  plan: FlowPlan,
  { block: blockId, key, items }: { block: string; key: string; items: readonly ItemWords[] },
  rev: number,
  what = `Added ${items.length === 1 ? items[0]?.name : `${items.length} items`}`,
): EditResult {
  const block = plan.blocks.find(({ id }) => id === blockId)
  if (!block) return refuse('gone')
  const known = new Set(itemsOf(plan).map(({ id }) => id))
  // Sent twice: the first has added them.
  if (known.has(`${key}-0`)) return { ok: true, plan, what, same: true }
  if (known.size + items.length > mostItems) return refuse('too_many')
  const added = items.map((item, i) => ({ ...item, id: `${key}-${i}`, rev }))
  const blocks = plan.blocks.map((one) =>
    one === block ? { ...one, items: [...one.items, ...added] } : one,
  )
  return { ok: true, plan: { ...plan, blocks }, what, same: items.length === 0 }
}

function onItem(
  plan: FlowPlan,
  { item: id, rev }: { item: string; rev: number },
  to: (item: FlowItem) => FlowItem[],
  verb: string,
): EditResult {
  const item = itemsOf(plan).find((one) => one.id === id)
  if (!item) return refuse('gone')
  if (item.rev !== rev) return refuse('changed_meanwhile')
  const blocks = plan.blocks.map((block) => ({
    ...block,
    items: block.items.flatMap((one) => (one.id === id ? to(one) : [one])),
  }))
  return { ok: true, plan: { ...plan, blocks }, what: `${verb} ${item.name}`, same: false }
}

function onBlock(
  plan: FlowPlan,
  { block: id, rev }: { block: string; rev: number },
  to: (block: FlowBlock) => FlowBlock[],
  verb: string,
): EditResult {
  const block = plan.blocks.find((one) => one.id === id)
  if (!block) return refuse('gone')
  // What somebody added to it since does not go with it unseen.
  if (block.rev !== rev || (verb !== 'Renamed' && block.items.length > 0))
    return refuse('changed_meanwhile')
  const blocks = plan.blocks.flatMap((one) => (one === block ? to(one) : [one]))
  return { ok: true, plan: { ...plan, blocks }, what: `${verb} ${block.name}`, same: false }
}

function swap<T>(list: readonly T[], at: number, to: number): T[] | null {
  const [one, other] = [list[at], list[to]]
  if (one === undefined || other === undefined) return null
  const swapped = [...list]
  swapped[at] = other
  swapped[to] = one
  return swapped
}

/** One place up or down; at the edge of its block, into the one beside it. */
function moveItem(plan: FlowPlan, edit: { item: string; to: 'up' | 'down' }): EditResult {
  const at = plan.blocks.findIndex(({ items }) => items.some(({ id }) => id === edit.item))
  const block = plan.blocks[at]
  if (!block) return refuse('gone')
  const place = block.items.findIndex(({ id }) => id === edit.item)
  const item = block.items[place] as FlowItem
  const up = edit.to === 'up'
  const within = swap(block.items, place, up ? place - 1 : place + 1)
  const what = `Moved ${item.name}`
  if (within) {
    const blocks = plan.blocks.map((one, i) => (i === at ? { ...one, items: within } : one))
    return { ok: true, plan: { ...plan, blocks }, what, same: false }
  }
  const beside = at + (up ? -1 : 1)
  if (!plan.blocks[beside]) return refuse('at_the_end')
  const blocks = plan.blocks.map((one, i) => {
    if (i === at) return { ...one, items: one.items.filter(({ id }) => id !== item.id) }
    if (i !== beside) return one
    return { ...one, items: up ? [...one.items, item] : [item, ...one.items] }
  })
  return { ok: true, plan: { ...plan, blocks }, what, same: false }
}
