/** Nothing more can come of a payment: it failed, was given up, or its money is booked. */
export const isOver = ({ state, bookedAt }: { state: string; bookedAt: string | null }): boolean =>
  state === 'failed' || state === 'cancelled' || (state === 'succeeded' && bookedAt !== null)
