/** Which muscles sets were for. Pure. */

type Muscles = { primaryMuscles: string; secondaryMuscles: string }

export type MuscleShare = {
  muscle: string
  /** Sets, a second muscle counted as half. */
  sets: number
  /** Of the one with the most, in hundredths. */
  share: number
}

/** At most so many are told. */
const most = 8

/**
 * Sets by muscle, most first: a set counts for each first muscle of its exercise, and half for each
 * second one (the usual way of counting hard sets a muscle).
 */
export function muscleShares(
  exerciseIds: readonly string[],
  exercises: ReadonlyMap<string, Muscles>,
): MuscleShare[] {
  const sums = new Map<string, number>()
  for (const id of exerciseIds) {
    const of = exercises.get(id)
    if (!of) continue
    for (const muscle of JSON.parse(of.primaryMuscles) as string[])
      sums.set(muscle, (sums.get(muscle) ?? 0) + 1)
    for (const muscle of JSON.parse(of.secondaryMuscles) as string[])
      sums.set(muscle, (sums.get(muscle) ?? 0) + 0.5)
  }
  const highest = Math.max(0, ...sums.values())
  return [...sums]
    .map(([muscle, sets]) => ({ muscle, sets, share: Math.round((sets / highest) * 100) }))
    .sort((a, b) => b.sets - a.sets || (a.muscle < b.muscle ? -1 : 1))
    .slice(0, most)
}
