import { useEffect, useState } from 'react'
import { Icon } from '../icon/icon.tsx'

/**
 * Prints the page. Only where scripts run: a browser without them prints from its own menu, with
 * the same styles.
 */
export function PrintButton() {
  const [scripted, setScripted] = useState(false)
  useEffect(() => setScripted(true), [])
  if (!scripted) return null
  return (
    <button type="button" className="button not-phone" onClick={() => window.print()}>
      <Icon name="note" /> Print
    </button>
  )
}
