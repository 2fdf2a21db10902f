import type { SkillStatus } from '#app/domain/skills/skill-graph.ts'

/** The sign of each state, drawn in 16 by 16: distinguished by shape. */
export const stateSigns: Record<SkillStatus, string> = {
  cleared: 'm2.5 8.5 3.5 3.5 7.5-8',
  familiar: 'M8 2a6 6 0 1 0 0 12M8 2a6 6 0 0 1 0 12M8 2v12',
  learning: 'M8 2a6 6 0 1 0 6 6',
  open: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2z',
  lapsed: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zm0 3v3l2.5 1.5',
  locked: 'M4 7.5h8V14H4zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5',
}

/** A state in a word with its sign. Style: `skill-map`. */
export function SkillState({ status, words }: { status: SkillStatus; words?: string }) {
  return (
    <span className={`skill-state ${status}`}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={stateSigns[status]} />
      </svg>
      {words ?? status}
    </span>
  )
}
