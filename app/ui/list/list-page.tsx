import type { ReactNode } from 'react'

/**
 * The head of a manage page: its title, one sentence, and at the right one primary action after the
 * lesser ones.
 */
export function PageHead({
  title,
  intro,
  actions,
}: {
  title: ReactNode
  intro?: ReactNode
  actions?: ReactNode
}) {
  return (
    <header className="page-head">
      <div>
        <h1>{title}</h1>
        {intro && <p>{intro}</p>}
      </div>
      {actions && <div className="actions">{actions}</div>}
    </header>
  )
}

/**
 * A list: its head, its filters in one row, then the table (or what stands for an empty one) and
 * its pages.
 */
export function ListPage(props: {
  title: ReactNode
  intro?: ReactNode
  actions?: ReactNode
  filters?: ReactNode
  children: ReactNode
}) {
  const { filters, children, ...head } = props
  return (
    <>
      <PageHead {...head} />
      {filters}
      {children}
    </>
  )
}
