import type { ReactNode } from 'react'
import { paths } from '#app/paths.ts'
import { CadenceMark } from './site-frame.tsx'
import { StudioMark } from './studio-mark.tsx'

/**
 * A narrow entry page, under the studio's brand where one is known. Styles:
 * `entry`.
 */
export function EntryPage({
  studio,
  children,
}: {
  studio: { slug: string; name: string; logo?: string } | null | undefined
  children: ReactNode
}) {
  return (
    <>
      <header className="top">
        {studio ? (
          <a className="brand" href={paths.home(studio)}>
            <StudioMark name={studio.name} logo={studio.logo} />
            {studio.name}
          </a>
        ) : (
          <a className="brand" href={paths.landing()}>
            <CadenceMark />
            Cadence
          </a>
        )}
      </header>
      <main id="main" className="entry">
        {children}
      </main>
    </>
  )
}
