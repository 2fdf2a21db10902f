/**
 * Attributes of the Popover API that the types of React 18 do not know; React writes them as they
 * are.
 */
import 'react'

declare module 'react' {
  interface HTMLAttributes<T> {
    popover?: 'auto' | 'manual'
  }
  interface ButtonHTMLAttributes<T> {
    popovertarget?: string
  }
}
