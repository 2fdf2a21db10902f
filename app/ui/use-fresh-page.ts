import { useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'

const minute = 60_000

/**
 * Reads the page again at each new minute while it is looked at, and when it is looked at again, so
 * that what it says of now stays true.
 */
export function useFreshPage(): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') revalidate()
    }
    let repeating: ReturnType<typeof setInterval> | undefined
    const first = setTimeout(
      () => {
        look()
        repeating = setInterval(look, minute)
      },
      minute - (Date.now() % minute) + 1_000,
    )
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(first)
      clearInterval(repeating)
      document.removeEventListener('visibilitychange', look)
    }
  }, [revalidate])
}
