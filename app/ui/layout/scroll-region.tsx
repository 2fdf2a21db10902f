import { forwardRef, type HTMLAttributes } from 'react'

type Props = HTMLAttributes<HTMLElement> & {
  /** What is in it, as a screen reader says it. */
  label: string
}

/** A part of a page that scrolls on its own, with the pointer and with the keyboard. */
export const ScrollRegion = forwardRef<HTMLElement, Props>(function ScrollRegion(
  { label, ...rest },
  frame,
) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll only what has the focus.
    <section ref={frame} tabIndex={0} aria-label={label} {...rest} />
  )
})
