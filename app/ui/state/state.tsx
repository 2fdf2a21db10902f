import type { ReactNode } from 'react'
import { Icon, type IconName } from '../icon/icon.tsx'
import { PartStyle } from '../inline-style.tsx'

/**
 * A page or list that has nothing to show: what that means and what to do. As a page it carries the
 * `h1`. It brings its own style, since most pages have something to show. Style: `button`.
 */
export function State(props: {
  icon: IconName
  title: string
  page?: boolean
  children?: ReactNode
}) {
  const { icon, title, page = false, children } = props
  const Title = page ? 'h1' : 'h2'
  return (
    <div className="state">
      <PartStyle name="state" />
      <Icon name={icon} />
      <Title>{title}</Title>
      {children}
    </div>
  )
}
