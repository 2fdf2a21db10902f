import { type FocusEvent, type KeyboardEvent, useReducer } from 'react'
import { closedPanel, isOpen, panelAfter } from './panel.ts'

/**
 * The panel of a box: whether it is open, and what the box must tell of. Escape closes it and goes
 * no further.
 */
export function usePanel() {
  const [panel, tell] = useReducer(panelAfter, closedPanel)
  const open = isOpen(panel)
  return {
    open,
    tell,
    box: {
      onFocus: () => tell('focus'),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) tell('blur')
      },
      onPointerEnter: () => tell('enter'),
      onPointerLeave: () => tell('leave'),
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'Escape' || !open) return
        event.preventDefault()
        event.stopPropagation()
        tell('dismiss')
      },
    },
  }
}
