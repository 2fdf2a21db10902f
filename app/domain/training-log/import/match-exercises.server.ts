import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { termOf } from '#app/domain/training/exercise-terms.ts'
import { nameCandidates } from '#app/domain/training/name-candidates.server.ts'
import { spellingsOf } from '#app/values/search-terms.ts'
import type { ImportedExercise } from './log-import-view.ts'
import type { FileExercise } from './read-log-file.ts'

/** Names looked up in one trip, and in all: nobody trains more, and each is a search. */
const atOnce = 40
const most = 400

/**
 * Which of the studio's exercises each of a file is. One with its name or an alias is it; one with
 * the same words in another order (`Squat (Barbell)`), or one slip away, is meant until the person
 * says otherwise; whatever else the search finds is offered, and the file's own name stands.
 */
export async function matchExercises(
  ctx: StudioContext,
  exercises: readonly FileExercise[],
): Promise<ImportedExercise[]> {
  const matched: ImportedExercise[] = []
  for (let from = 0; from < exercises.length; from += atOnce) {
    const some = exercises.slice(from, from + atOnce)
    const found =
      from < most
        ? await nameCandidates(
            ctx,
            some.map(({ name }) => name),
          )
        : new Map<string, never>()
    for (const exercise of some) {
      const { sure = null, candidates = [] } = found.get(exercise.name) ?? {}
      const meant = sure ?? candidates.find(({ name }) => sameWords(name, exercise.name)) ?? null
      const others = candidates.filter(({ id }) => id !== meant?.id)
      matched.push({
        ...exercise,
        candidates: meant ? [meant, ...others] : others,
        picked: meant?.id ?? '',
        sure: sure !== null,
      })
    }
  }
  return matched
}

const wordsOf = (name: string) =>
  (name.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).map(termOf).filter(Boolean).sort()

/** Whether two names have the same words in whatever order, but for one slip in one of them. */
export function sameWords(one: string, other: string): boolean {
  const [a, b] = [wordsOf(one), wordsOf(other)]
  if (a.length !== b.length) return false
  const left = a.filter((word) => !b.includes(word))
  const right = b.filter((word) => !a.includes(word))
  if (left.length === 0 && right.length === 0) return true
  const [wrong = '', right1 = ''] = [left[0], right[0]]
  const slip = spellingsOf(wrong).some((spelling) => spellingsOf(right1).includes(spelling))
  return left.length === 1 && right.length === 1 && slip
}
