import { useEffect, useState } from 'react'

/**
 * False in what the server writes and in the first look of the browser at it; true once scripts
 * run.
 */
export function useScripted(): boolean {
  const [scripted, setScripted] = useState(false)
  useEffect(() => setScripted(true), [])
  return scripted
}
