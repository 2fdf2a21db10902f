/** What a plan allows beside its classes and its price, as people read it. Pure. */
import { peakWords } from '#app/domain/scope/peak-hours.ts'
import { count } from '#app/values/wording.ts'
import { nextOf, perWords } from './class-limit.ts'

/** Of a version of a plan, with the names that its words need. */
export type PlanOptions = {
  /** For off-peak alone: 1 or 0. */
  offPeak: number
  /** The studio's peak hours, as they are kept. */
  peakHours: string
  /** Ids of the locations it pays at, separated by commas; empty is all. */
  locations: string
  /** Their names, separated by `, `. */
  locationNames: string
  rolloverMost: number
  guestPlaces: number
  documentName: string | null
  proof: string
}

export type Choice = { id: string; name: string }

/** What the form of a plan offers. */
export type PlanChoices = {
  disciplines: Choice[]
  locations: Choice[]
  /** Documents that can be asked for. */
  documents: Choice[]
}

type Intervals = { interval: 'month' | 'four_weeks' | 'week'; weeklyLimit: number | null }

/** When and where it pays: `Outside peak hours (Monday to Friday, 17:00 to 20:00). At Canal Row.` */
function whenAndWhereWords(
  { offPeak, peakHours, locationNames }: Partial<PlanOptions>,
  locale: string,
): string {
  const peak = peakWords(peakHours ?? '', locale)
  return [
    offPeak ? `Off-peak only${peak ? `: not ${peak}` : ''}.` : '',
    locationNames ? `At ${locationNames} only.` : '',
  ]
    .filter(Boolean)
    .join(' ')
}

/** What else comes with it and what it asks for, in sentences. */
export function planOptionWords(plan: Partial<PlanOptions> & Intervals, locale: string): string {
  const { rolloverMost = 0, guestPlaces = 0, documentName, proof, interval, weeklyLimit } = plan
  return [
    whenAndWhereWords(plan, locale),
    rolloverMost > 0
      ? `Up to ${count(rolloverMost, 'unused class', 'unused classes')} carry over to the next ${nextOf[weeklyLimit === null ? interval : 'week']}.`
      : '',
    guestPlaces > 0 ? `Bring ${count(guestPlaces, 'guest')} ${perWords[interval]} for free.` : '',
    documentName ? `You sign “${documentName}” first.` : '',
    proof ? `You show this first: ${proof}.` : '',
  ]
    .filter(Boolean)
    .join(' ')
}
