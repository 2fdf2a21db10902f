/**
 * When the panel of a picker is open, and what its keys do. Pure: the components only tell what
 * happened.
 */

export type Panel = {
  focused: boolean
  hovered: boolean
  /** Closed by hand (Escape, or a choice) until something asks for it again. */
  dismissed: boolean
}

export const closedPanel: Panel = { focused: false, hovered: false, dismissed: false }

export type PanelEvent = 'focus' | 'blur' | 'enter' | 'leave' | 'dismiss' | 'ask'

/** `ask` is a key or a click that wants it open again, such as typing. */
export function panelAfter(panel: Panel, event: PanelEvent): Panel {
  switch (event) {
    case 'focus':
      return panel.focused ? panel : { ...panel, focused: true, dismissed: false }
    case 'blur':
      return { ...panel, focused: false, dismissed: false }
    case 'enter':
      return panel.hovered ? panel : { ...panel, hovered: true, dismissed: false }
    case 'leave':
      return { ...panel, hovered: false, dismissed: panel.focused && panel.dismissed }
    case 'dismiss':
      return { ...panel, dismissed: true }
    case 'ask':
      return { ...panel, focused: true, dismissed: false }
  }
}

/** Open while focused or hovered (specification 2). */
export const isOpen = ({ focused, hovered, dismissed }: Panel) => (focused || hovered) && !dismissed

/**
 * The option that a key leads to, of `count` in rows of `columns`; null where the key leads
 * nowhere, so that it keeps its own meaning. `at` is -1 while the caret is in the search text:
 * there left and right move the caret.
 */
export function optionAfter(
  key: string,
  at: number,
  count: number,
  columns: number,
): number | null {
  if (count === 0) return null
  if (at < 0) {
    if (key === 'ArrowDown') return 0
    return key === 'ArrowUp' ? count - 1 : null
  }
  switch (key) {
    case 'ArrowRight':
      return Math.min(at + 1, count - 1)
    case 'ArrowLeft':
      return Math.max(at - 1, 0)
    case 'ArrowDown':
      return at + columns < count ? at + columns : at
    case 'ArrowUp':
      // From the first row back into the search text.
      return at - columns >= 0 ? at - columns : -1
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
