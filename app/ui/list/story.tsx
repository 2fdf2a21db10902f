import type { ReactNode } from 'react'

export type Chapter = { key: string; when: string; what: ReactNode; now?: boolean }

/** Effects as a dated list: what happens, and when. Style: `story`. */
export function Story({ chapters }: { chapters: readonly Chapter[] }) {
  return (
    <ol className="story">
      {chapters.map(({ key, when, what, now = false }) => (
        <li key={key} className={now ? 'key' : undefined}>
          <time>{when}</time>
          {what}
        </li>
      ))}
    </ol>
  )
}
