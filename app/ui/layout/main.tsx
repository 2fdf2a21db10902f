import type { ReactNode } from 'react'

/**
 * The main column, where "Skip to content" leads. `slim` keeps prose and single questions to a
 * readable measure.
 */
export function Main({ slim = false, children }: { slim?: boolean; children: ReactNode }) {
  return (
    <main id="main" className={slim ? 'slim' : undefined}>
      {children}
    </main>
  )
}
