/** From a goal of recurring revenue to leads a week, by the studio's own rates. Pure. */

export type SolverFacts = {
  goalMinor: number
  nowMinor: number
  /** What a paying member pays a month. */
  averageMinor: number
  members: number
  /** Share of members who leave a month, 0 to 1. */
  leaving: number
  /** Leads and those of them who joined, over the last ninety days. */
  leads: number
  joined: number
  daysLeft: number
}

export type Solved = {
  /** Expected to leave until then, and joins that it takes. */
  leave: number
  joins: number
  /** Null where nobody of the leads joined yet: there is no rate to go by. */
  leads: number | null
  leadsAWeek: number | null
}

/**
 * Joins make up for those who are expected to leave and for what is missing; leads are joins by the
 * share of leads who join. Rounded up: half a person does not join. Nothing is needed where the goal is
 * reached; null where nobody pays yet, so that there is no average.
 */
export function solveLeads(facts: SolverFacts): Solved | null {
  const { goalMinor, nowMinor, averageMinor, members, leaving, leads, joined, daysLeft } = facts
  if (averageMinor <= 0) return null
  const leave = Math.round(members * leaving * (daysLeft / 30))
  const missing = goalMinor - nowMinor + leave * averageMinor
  const joins = Math.max(0, Math.ceil(missing / averageMinor))
  const rate = leads > 0 ? joined / leads : 0
  if (joins === 0) return { leave, joins, leads: 0, leadsAWeek: 0 }
  if (rate === 0) return { leave, joins, leads: null, leadsAWeek: null }
  const needed = Math.ceil(joins / rate - 1e-9)
  return { leave, joins, leads: needed, leadsAWeek: Math.ceil(needed / Math.max(1, daysLeft / 7)) }
}

/** How far a month is, by its open days: what should be there by now, and what each day left takes. */
export function paceOf({
  target,
  now,
  openDays,
  openLeft,
}: {
  target: number
  now: number
  openDays: number
  openLeft: number
}): { expected: number; eachDay: number | null } {
  const gone = openDays === 0 ? 1 : (openDays - openLeft) / openDays
  return {
    expected: target * gone,
    eachDay: openLeft === 0 ? null : Math.max(0, target - now) / openLeft,
  }
}
