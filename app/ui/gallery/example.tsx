/** What the gallery is made of: examples under headings. */
import type { ReactNode } from 'react'

export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = title.toLowerCase().replaceAll(' ', '-')
  return (
    <section className="shown" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div className="examples">{children}</div>
    </section>
  )
}

/** One part in one state. */
export function Example({
  state,
  wide = false,
  children,
}: {
  state: string
  wide?: boolean
  children: ReactNode
}) {
  return (
    <div className={wide ? 'example wide' : 'example'} data-state={state}>
      <p className="soft">{state}</p>
      {children}
    </div>
  )
}
