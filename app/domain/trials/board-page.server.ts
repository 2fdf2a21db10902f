import { batch } from '#app/db/batch.server.ts'
import { leadPageStatements, toLeadPage } from '#app/domain/leads/lead-page.server.ts'
import type { LeadRow } from '#app/domain/leads/list/lead-rows.server.ts'
import {
  cardsStatement,
  headStatements,
  type LeadsHead,
  stageCountsStatement,
  toHead,
} from '#app/domain/leads/list/leads-list-page.server.ts'
import { firstPipeline } from '#app/domain/leads/stages.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { couldCome } from './could-come.ts'
import {
  placesOfStatement,
  type TrialClass,
  trialClassesStatement,
} from './trial-classes.server.ts'

export type Card = LeadRow & {
  /** The next class they could come to, by the times they gave, with a place. */
  could: TrialClass | null
}

/** Somebody who has come, or has a trial ahead, is not asked again. */
const _asksForTrial = ({ trialOutcome, trialBookedAt }: LeadRow) =>
  trialOutcome === 'missed' || trialOutcome === 'over' || trialBookedAt === null

/** The board of a pipeline: its columns with their newest leads, and how many stand in each. */
export async function boardPage(
  ctx: StudioContext,
  pipelineId: string,
  viewerId: string | null,
): Promise<LeadsHead & { cards: Card[]; stageCounts: Map<string, number> }> {
  const asked = pipelineId || firstPipeline.id
  const { cards, stages_, classes, ...head } = await batch(ctx.db, {
    ...headStatements(ctx, viewerId),
    cards: cardsStatement(ctx, asked),
    stages_: stageCountsStatement(ctx, asked),
    classes: trialClassesStatement(ctx),
  })
  const chosen = cards.map((lead) => ({
    lead,
    suits:
      lead.trialOutcome === 'booked' || lead.trialOutcome === 'held'
        ? []
        : couldCome(lead, classes),
  }))
  const ids = [...new Set(chosen.flatMap(({ suits }) => suits.map(({ id }) => id)))]
  const { places = [] } = await batch(ctx.db, {
    places: ids.length > 0 ? placesOfStatement(ctx, ids) : null,
  })
  const free = new Set(places.filter((one) => one.places > 0).map(({ id }) => id))
  return {
    ...toHead(head),
    cards: chosen.map(({ lead, suits }) => ({
      ...lead,
      could: suits.find(({ id }) => free.has(id)) ?? null,
    })),
    stageCounts: new Map(stages_.map(({ id, n }) => [id, n])),
  }
}

/**
 * A lead's page with the classes they could try next, those that suit them first, and the places
 * these have now. Null where there is no such lead. Two trips.
 */
export async function leadWithTrials(ctx: StudioContext, leadId: string) {
  const { classes, ...rows } = await batch(ctx.db, {
    ...leadPageStatements(ctx, leadId),
    classes: trialClassesStatement(ctx),
  })
  const page = toLeadPage(rows)
  if (!page) return null
  const { lead } = page
  const isOver = lead.state === 'won' || lead.state === 'lost'
  const suits = couldCome(lead, classes)
  const listed = isOver
    ? []
    : [...suits, ...classes.filter((one) => !suits.includes(one))].slice(0, 12)
  const ids = listed.map(({ id }) => id)
  const { places = [] } = await batch(ctx.db, {
    places: ids.length > 0 ? placesOfStatement(ctx, ids) : null,
  })
  const trials = listed.flatMap((one): (TrialClass & { places: number })[] => {
    const n = places.find(({ id }) => id === one.id)?.places ?? 0
    return n > 0 ? [{ ...one, places: n }] : []
  })
  return { ...page, trials }
}
