import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { assessSkill } from './assess-skill.server.ts'
import { classHeat } from './class-heat.server.ts'

export type AssessClassResult =
  | { ok: true; kept: number; cleared: string[] }
  | {
      ok: false
      reason: 'not_found' | 'not_begun' | 'not_assessor' | 'bad_number'
      /** Who may assess the skill. */
      who?: string
    }

/** The name of a person’s field in the posted sheet: letters and digits alone. */
const sheetField = (side: 'left' | 'right', personId: string): string =>
  `${side}.p${personId.replaceAll('-', '')}`

/**
 * Keeps what was seen of one skill of everybody in a class, from the posted sheet: people left empty
 * are left out. The day is that of the class. Refuses a class to come, numbers that are none and a
 * coach who is not named for the skill; the same key again does nothing more, and people kept before
 * a connection broke are kept once.
 */
export async function assessClass(
  ctx: StaffContext,
  occurrenceId: string,
  { key, skillId, note, posted }: { key: string; skillId: string; note: string; posted: FormData },
): Promise<AssessClassResult> {
  const heat = await classHeat(ctx, occurrenceId)
  if (!heat?.skills.some(({ skill }) => skill.id === skillId)) {
    return { ok: false, reason: 'not_found' }
  }
  const on = heat.class.localStart.slice(0, 10)
  if (on > heat.today) return { ok: false, reason: 'not_begun' }
  const rows = heat.people.map(({ id, name }) => {
    const typed = (side: 'left' | 'right') => String(posted.get(sheetField(side, id)) ?? '').trim()
    return { id, name, left: typed('left'), right: typed('right') }
  })
  const filled = rows.filter(({ left, right }) => left !== '' || right !== '')
  const isNumber = (text: string) => text === '' || /^\d{1,2}$/.test(text)
  if (!filled.every(({ left, right }) => isNumber(left) && isNumber(right))) {
    return { ok: false, reason: 'bad_number' }
  }
  const cleared: string[] = []
  for (const { id, name, left, right } of filled) {
    const result = await assessSkill(
      ctx,
      { personId: id, skillId },
      {
        key: `${key}-${id}`,
        on,
        left: Number(left),
        right: Number(right),
        familiar: false,
        note,
        evidence: '',
        occurrenceId,
      },
    )
    if (!result.ok) {
      return 'who' in result
        ? { ok: false, reason: 'not_assessor', who: result.who }
        : { ok: false, reason: 'not_found' }
    }
    if (result.nowCleared) cleared.push(name)
  }
  return { ok: true, kept: filled.length, cleared }
}
