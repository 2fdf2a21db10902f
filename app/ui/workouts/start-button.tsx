import type { ReactNode } from 'react'
import { paths } from '#app/paths.ts'

/** Begins a workout of the person: an empty one, or what `of` names. */
export function StartButton(props: {
  studio: { slug: string }
  /** The id that it will have: pressed twice it is one. */
  id: string
  from: 'empty' | 'workout' | 'routine' | 'log' | 'class'
  of?: string
  occurrence?: string | null | undefined
  className?: string
  children: ReactNode
}) {
  const { studio, id, from, of, occurrence, className = 'button', children } = props
  return (
    <form method="post" action={paths.startWorkout(studio)}>
      <input type="hidden" name="key" value={id} />
      {of && <input type="hidden" name="of" value={of} />}
      {occurrence && <input type="hidden" name="class" value={occurrence} />}
      <button type="submit" className={className} name="from" value={from}>
        {children}
      </button>
    </form>
  )
}
