/**
 * How sessions are kept fresh (specification §9). The client library that reads links goes by the
 * same figures.
 */

/** Sessions are looked at this often. */
export const tickSeconds = 30

/** A token with no more than so many ticks left is refreshed. */
export const ticksLeft = 3

/** A session that ends within this long counts as expired when it is taken from a link. */
export const expiryMarginMs = 10_000

/** Handing a session over is tried again after this and a multiple of it each time … */
export const retryMs = 200

/** … for no longer than this. */
export const retryWindowMs = 30_000
