import type { ReactNode } from 'react'
import { Icon, type IconName } from '../icon/icon.tsx'

/** A list without rows: what it is for, and the first step. `children` are the ways on. */
export function Empty(props: {
  icon: IconName
  title: string
  text: ReactNode
  children?: ReactNode
}) {
  const { icon, title, text, children } = props
  return (
    <div className="empty">
      <Icon name={icon} />
      <h2>{title}</h2>
      <p>{text}</p>
      {children && <div className="actions">{children}</div>}
    </div>
  )
}
