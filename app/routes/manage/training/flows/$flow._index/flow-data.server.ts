import {
  addItemsForm,
  blockForm,
  flowCommentForm,
  flowEditForm,
  itemForm,
  trackForm,
} from '#app/domain/flows/library/flow-forms.ts'
import { waysOf, wayWords } from '#app/domain/flows/plan/flow-level.ts'
import { itemsOf } from '#app/domain/flows/plan/flow-plan.ts'
import { flowPage } from '#app/domain/overview/training/flow-page.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { may, type Role } from '#app/domain/scope/permissions.ts'
import { nameCandidates } from '#app/domain/training/name-candidates.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { newId } from '#app/values/id.ts'
import { dayShortTime, stampAt } from '#app/values/wording.ts'
import { checkedOf, gridOf, timelineOf, typedLength } from './flow-words.server.ts'

/**
 * What the page of a flow prints, with the form of the item `itemId`; null for a flow that the
 * account may not open. An item that the library does not have is looked for there: one trip more.
 */
export async function flowData(
  ctx: MemberContext,
  viewer: { personId: string; role: Role },
  asked: { flowId: string; occurrenceId: string },
  itemId: string,
) {
  const page = await flowPage(ctx, { actor: ctx.actor, viewer }, asked)
  if (!page) return null
  const { flow, plan, levels } = page
  const { slug, locale, timeZone } = ctx.studio
  const item = itemsOf(plan).find(({ id }) => id === itemId)
  const candidates =
    item && item.exerciseId === ''
      ? ((await nameCandidates(ctx, [item.name])).get(item.name)?.candidates ?? [])
      : []
  const known = page.exercises.find(({ id }) => id === item?.exerciseId)
  const exerciseOptions = [...(known ? [known] : []), ...candidates].map(({ id, name }) => ({
    value: id,
    label: name,
  }))
  return {
    studio: { slug },
    id: asked.flowId,
    title: flow.title,
    about: plan.about,
    state: flow.state,
    mine: flow.authorId === ctx.actor.userId,
    authorName: flow.authorName,
    version: flow.version,
    ways: waysOf(plan)
      .filter((way) => way !== 'planned')
      .map((way) => ({ way, name: wayWords[way] })),
    undo: flow.version > 1 ? flow.what : null,
    saved: `${flow.savedBy}, ${stampAt(flow.savedAt, timeZone)}`,
    coaches: page.coaches,
    class: page.class && {
      id: page.class.id,
      when: dayShortTime(page.class.localStart, locale),
      where: `${page.class.title}, ${page.class.roomName}, with ${page.class.coachName}`,
      taught: page.class.flowId === asked.flowId,
    },
    blocks: timelineOf(page, timeZone, locale),
    grid: page.class ? gridOf(page) : null,
    ...checkedOf(page),
    tracks: plan.tracks,
    item: item && {
      id: item.id,
      name: item.name,
      place: itemsOf(plan).indexOf(item) + 1,
      of: itemsOf(plan).length,
      exercise: known ? { id: known.id, name: known.name } : null,
      contraindications: known?.contraindications ?? [],
      regressions: known?.easier ?? [],
      values: {
        act: 'item',
        item: item.id,
        version: String(item.rev),
        name: item.name,
        exercise: item.exerciseId,
        length: typedLength(item),
        side: item.side,
        transition: item.transition,
        cue: item.cue,
        easier: item.easier,
        harder: item.harder,
        level: item.levelId,
        track: item.trackId,
      },
    },
    exerciseOptions,
    levels: levels.map(({ id, name, ladder }) => ({
      value: id,
      label: ladder ? `${ladder}: ${name}` : name,
    })),
    comments: page.comments.map((one) => ({
      ...one,
      at: stampAt(one.createdAt, timeZone),
      about: itemsOf(plan).find(({ id }) => id === one.itemId)?.name ?? '',
    })),
    uses: page.uses.map((use) => ({
      ...use,
      when: dayShortTime(use.localStart, locale),
    })),
    series: page.series.map(({ id, title, firstStart }) => ({
      id,
      name: `${title}, ${firstStart.slice(11, 16)}`,
    })),
    keys: {
      add: newId(),
      block: newId(),
      track: newId(),
      copy: newId(),
      side: newId(),
      say: newId(),
    },
    rules: {
      item: fieldRules(itemForm),
      add: fieldRules(addItemsForm),
      block: fieldRules(blockForm),
      rename: fieldRules(flowEditForm, 'rename'),
      track: fieldRules(trackForm),
      comment: fieldRules(flowCommentForm),
    },
    canWrite: may(viewer.role, 'training:write') && flow.state !== 'archived',
    mayWrite: may(viewer.role, 'training:write'),
  }
}
