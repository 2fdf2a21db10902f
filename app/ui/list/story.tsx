import type { ReactNode } from 'react'

/** A chapter in plain words, as a loader sends it. */
export type ToldChapter = { key: string; when: string; what: string; now?: boolean }

export type Chapter = { key: string; when: string; what: ReactNode; now?: boolean }

/** Effects as a dated list: what happens, and when. Style: `story`. */
export function Story({ chapters }: { chapters: readonly Chapter[] }) {
  return (
    <ol className="story">
      {chapters.map(({ key, when, what, now = false }, i) => (
        <li key={key} className={now ? 'key' : undefined}>
          {when !== chapters[i - 1]?.when && <time>{when}</time>}
          {what}
        </li>
      ))}
    </ol>
  )
}
