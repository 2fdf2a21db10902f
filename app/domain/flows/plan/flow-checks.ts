/** What is wrong with a plan before it is taught: the length, and both sides alike. */
import { type FlowPlan, isBoth, itemsOf, secondsOf, totalSeconds } from './flow-plan.ts'

export type SideBalance = { left: number; right: number; rest: number }

/** Seconds on each side, and on neither. */
export function sidesOf(plan: FlowPlan): SideBalance {
  const sum = { left: 0, right: 0, rest: 0 }
  for (const item of itemsOf(plan)) {
    const seconds = secondsOf(item, plan.about)
    if (isBoth(item.side)) {
      sum.left += seconds / 2
      sum.right += seconds / 2
    } else if (item.side === 'left' || item.side === 'right') sum[item.side] += seconds
    else sum.rest += seconds
  }
  return sum
}

export type Check = { code: string; ok: boolean; text: string }

const minutesWords = (seconds: number) => {
  const minutes = Math.round(seconds / 6) / 10
  return `${minutes.toLocaleString('en-GB')} ${minutes === 1 ? 'minute' : 'minutes'}`
}

/** What is said of one side more than the other: items that lack their other side. */
function oneSided(plan: FlowPlan): string[] {
  const seconds = new Map<string, number>()
  for (const item of itemsOf(plan)) {
    if (item.side !== 'left' && item.side !== 'right') continue
    const key = item.exerciseId || item.name.replace(/\b(left|right)\b/gi, '').trim()
    const one = secondsOf(item, plan.about) * (item.side === 'left' ? 1 : -1)
    seconds.set(key, (seconds.get(key) ?? 0) + one)
  }
  const names = new Map(
    itemsOf(plan).map((item) => [
      item.exerciseId || item.name.replace(/\b(left|right)\b/gi, '').trim(),
      item.name,
    ]),
  )
  return [...seconds].filter(([, n]) => n !== 0).map(([key]) => names.get(key) ?? key)
}

/**
 * The checks of a plan against a class of `classMinutes`: too long, too short by more than a tenth,
 * sides that are not alike, music that ends before its items do.
 */
export function checksOf(plan: FlowPlan, classMinutes: number): Check[] {
  const total = totalSeconds(plan)
  const left = classMinutes * 60 - total
  const { left: leftSide, right: rightSide } = sidesOf(plan)
  const lonely = oneSided(plan)
  const checks: Check[] = []
  if (total === 0)
    return [{ code: 'empty', ok: false, text: 'Nothing is planned yet. Add the first items.' }]
  if (left < 0)
    checks.push({
      code: 'too_long',
      ok: false,
      text: `${minutesWords(-left)} longer than the class of ${classMinutes} minutes`,
    })
  else
    checks.push({
      code: left > classMinutes * 12 ? 'too_short' : 'fits',
      ok: left <= classMinutes * 12,
      text:
        left === 0
          ? 'Fills the class to the minute'
          : `${minutesWords(left)} left of ${classMinutes} minutes`,
    })
  if (leftSide + rightSide > 0)
    checks.push(
      leftSide === rightSide && lonely.length === 0
        ? { code: 'balanced', ok: true, text: `Both sides get ${minutesWords(leftSide)}` }
        : {
            code: 'sides',
            ok: false,
            text:
              leftSide === rightSide
                ? `Not the same on both sides: ${lonely.join(', ')}`
                : `Left gets ${minutesWords(leftSide)}, right ${minutesWords(rightSide)}${
                    lonely.length > 0 ? `: ${lonely.join(', ')}` : ''
                  }`,
          },
    )
  for (const track of plan.tracks) {
    const played = itemsOf(plan)
      .filter(({ trackId }) => trackId === track.id)
      .reduce((sum, item) => sum + secondsOf(item, plan.about), 0)
    if (played > track.seconds)
      checks.push({
        code: 'music',
        ok: false,
        text: `“${track.title}” ends ${minutesWords(played - track.seconds)} before its items do`,
      })
  }
  return checks
}
