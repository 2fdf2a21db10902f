import { type ReactNode, useEffect, useRef, useState } from 'react'

/**
 * The tick box of a row that is chosen for the bulk bar. The bar counts them by CSS, so it needs no
 * script.
 */
export function PickRow({ name, value, label }: { name: string; value: string; label: string }) {
  return (
    <label>
      <input type="checkbox" name={name} value={value} />
      <span className="vh">Choose {label}</span>
    </label>
  )
}

/** Ticks every row of the page at once; there only where scripts run. */
export function PickAll({ name, label }: { name: string; label: string }) {
  const [scripted, setScripted] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => setScripted(true), [])
  if (!scripted) return <span className="vh">Choose</span>
  const tick = () => {
    const boxes =
      box.current?.form?.querySelectorAll<HTMLInputElement>(`tbody input[name="${name}"]`) ?? []
    for (const one of boxes) one.checked = box.current?.checked ?? false
  }
  return (
    <label>
      <input ref={box} type="checkbox" autoComplete="off" onChange={tick} />
      <span className="vh">{label}</span>
    </label>
  )
}

/** What can be done with the rows that are chosen: it comes up as soon as one is. */
export function BulkBar({
  label,
  of = 'People',
  children,
}: {
  label: string
  /** What is selected. */
  of?: string
  children: ReactNode
}) {
  return (
    <fieldset className="bulk" aria-label={label}>
      <b className="chosen">
        <span className="vh">{of} selected: </span>
      </b>
      {children}
    </fieldset>
  )
}
