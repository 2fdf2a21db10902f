import type { ReactNode } from 'react'

/**
 * The button that sends the form. It is never disabled: what is missing is said when it is pressed.
 */
export function SubmitButton({
  plain = false,
  children,
}: {
  plain?: boolean
  children: ReactNode
}) {
  return (
    <button type="submit" className={plain ? 'button big wide' : 'button primary big wide'}>
      {children}
    </button>
  )
}

/** Values that travel with a form and are not asked of anyone; empty ones are left out. */
export function HiddenFields({ values }: { values: Record<string, string | null | undefined> }) {
  return (
    <>
      {Object.entries(values).map(([name, value]) =>
        value ? <input key={name} type="hidden" name={name} value={value} /> : null,
      )}
    </>
  )
}
