import type { ReactNode } from 'react'
import { Icon } from '../icon/icon.tsx'
import { type FlashMessage, toastLimit } from './toasts.ts'

/**
 * What the last actions did, newest first. Good news is announced politely, what went wrong at
 * once. Style: `flash`.
 */
export function FlashList({ messages }: { messages: readonly FlashMessage[] }) {
  if (messages.length === 0) return null
  return (
    <div className="flashes">
      {messages.slice(0, toastLimit).map((message, i) => (
        <Flash key={i} {...message} />
      ))}
    </div>
  )
}

/**
 * One message; `children` is what can be done with it. `announced`: it is in a live region that
 * says good news.
 */
export function Flash(
  props: FlashMessage & {
    look?: string
    announced?: boolean
    /** How long it stays, where that is not plain. */
    stays?: string | null
    children?: ReactNode
  },
) {
  const { text, tone, look = '', announced = false, stays = null, children } = props
  const goodRole = announced ? undefined : 'status'
  const role = tone === 'good' ? goodRole : 'alert'
  return (
    <p className={`flash ${tone}${look}`} role={role}>
      <Icon name={tone === 'good' ? 'check' : 'warning'} />
      <span>
        {text}
        {stays && <small>{stays}</small>}
      </span>
      {children}
    </p>
  )
}
