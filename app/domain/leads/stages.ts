/** What a stage means and what a studio begins with (SM-LEAD). Pure. */
import type { LeadState, StageKind } from '#app/db/studio/leads-words.ts'

export type Stage = {
  id: string
  pipelineId: string
  name: string
  kind: StageKind
  position: number
}
export type Pipeline = { id: string; name: string; position: number; stages: Stage[] }

/** What a lead is by where it stands. */
export const stateOf = (kind: StageKind): LeadState =>
  kind === 'won' || kind === 'lost' || kind === 'nurture' ? kind : 'open'

/** How far a lead is that stands in such a stage; null says nothing of it. */
export const rankOf = (kind: StageKind): number | null => {
  const ranks: Partial<Record<StageKind, number>> = {
    new: 0,
    contacted: 1,
    trial_booked: 2,
    trial_attended: 3,
    offer_made: 4,
    won: 5,
  }
  return ranks[kind] ?? null
}

/** What each kind is called until a studio calls it otherwise. */
const stageNames: Record<Exclude<StageKind, 'other'>, string> = {
  new: 'New',
  contacted: 'Contacted',
  trial_booked: 'Trial booked',
  trial_attended: 'Trial attended',
  offer_made: 'Offer made',
  won: 'Won',
  nurture: 'Nurture',
  lost: 'Lost',
}

const kinds = Object.keys(stageNames) as (keyof typeof stageNames)[]

/** The pipeline of a studio that has made none. */
export const firstPipeline: Pipeline = {
  id: 'membership',
  name: 'Membership',
  position: 0,
  stages: stagesOf('membership'),
}

/** The stages a new pipeline begins with. */
export function stagesOf(pipelineId: string): Stage[] {
  return kinds.map((kind, position) => ({
    id: `${pipelineId}-${kind.replaceAll('_', '-')}`,
    pipelineId,
    name: stageNames[kind],
    kind,
    position,
  }))
}

/** The stages that are columns of a board: what is over, or rests, is a list. */
export const columnsOf = ({ stages }: Pipeline): Stage[] =>
  stages.filter(({ kind }) => stateOf(kind) === 'open')

/** The stage of a kind in a pipeline; of several the first. */
export const stageOfKind = ({ stages }: Pipeline, kind: StageKind): Stage | undefined =>
  stages.find((stage) => stage.kind === kind)

/** Where leads come from in a studio that has named no sources. */
export const firstSources = [
  { id: 'website', name: 'Website form' },
  { id: 'walk-in', name: 'Walk-in' },
  { id: 'referral', name: 'Referral' },
  { id: 'phone', name: 'Phone call' },
  { id: 'qr', name: 'QR poster' },
  { id: 'ads', name: 'Advert' },
  { id: 'instagram', name: 'Instagram' },
  { id: 'import', name: 'Import' },
] as const
