import type { ReactNode } from 'react'
import { paths } from '#app/paths.ts'

/**
 * The frame of pages that belong to no studio. Cadence has no colour of its own: studios bring
 * theirs.
 */
export function SiteFrame({
  actions,
  foot,
  children,
}: {
  actions?: ReactNode
  foot?: ReactNode
  children: ReactNode
}) {
  return (
    <>
      <header className="top">
        <a className="brand" href={paths.landing()}>
          <CadenceMark />
          Cadence
        </a>
        {actions}
      </header>
      {children}
      <footer className="foot">
        {foot ?? <span>You pay your studio, not Cadence.</span>}
        <a href={paths.classes()}>All classes</a>
        <a href={paths.ownPrices()}>Prices for studios</a>
        <a href={paths.credits()}>Credits</a>
        <a href={paths.status()}>Status</a>
      </footer>
    </>
  )
}

/** Four beats. */
export function CadenceMark() {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M3 11v2M8.5 7v10M14 9v6M19.5 6v12" />
    </svg>
  )
}
