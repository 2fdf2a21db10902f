import type { MiddlewareHandler } from 'hono'
import { AuthError } from './errors.ts'

/** A caller waits no longer than this for an answer. */
const longestMs = 10_000

/** Answers 504 when the work takes too long; the work itself is not undone. */
export const requestTimeLimit: MiddlewareHandler = async (_, next) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    const error = new AuthError(
      504,
      'request_timeout',
      'Processing this request timed out, please retry after a moment.',
    )
    timer = setTimeout(() => reject(error), longestMs)
  })
  try {
    await Promise.race([next(), late])
  } finally {
    clearTimeout(timer)
  }
}
