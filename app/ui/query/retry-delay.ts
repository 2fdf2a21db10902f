/**
 * How widgets ask the server (specification 9): three more tries, each twice as late, and answers
 * kept five minutes.
 */
export const queryRetries = 3
export const queryKeptMs = 5 * 60_000

/** Milliseconds before try number `attempt` + 1, counted from 0. */
export const retryDelay = (attempt: number) => Math.min(1_000 * 2 ** attempt, 30_000)
