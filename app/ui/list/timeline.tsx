import type { ReactNode } from 'react'

/** A chapter in plain words, as a loader sends it. */
export type TimelineWords = { key: string; when: string; what: string; now?: boolean }

export type TimelineEntry = { key: string; when: string; what: ReactNode; now?: boolean }

/** Effects as a dated list: what happens, and when. Style: `timeline`. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol className="timeline">
      {entries.map(({ key, when, what, now = false }, i) => (
        <li key={key} className={now ? 'key' : undefined}>
          {when !== entries[i - 1]?.when && <time>{when}</time>}
          {what}
        </li>
      ))}
    </ol>
  )
}
