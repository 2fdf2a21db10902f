import type { ReactNode } from 'react'

/** A chapter in plain words, as a loader sends it. */
export type TimelineWords = {
  key: string
  when: string
  what: string
  now?: boolean
  /** Behind the reader; its words say so too. */
  over?: boolean
}

export type TimelineEntry = Omit<TimelineWords, 'what'> & { what: ReactNode }

/** Effects as a dated list: what happens, and when. Style: `timeline`. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol className="timeline">
      {entries.map(({ key, when, what, now = false, over = false }, i) => (
        <li key={key} className={(now && 'key') || (over && 'over') || undefined}>
          {when !== entries[i - 1]?.when && <time>{when}</time>}
          {what}
        </li>
      ))}
    </ol>
  )
}
