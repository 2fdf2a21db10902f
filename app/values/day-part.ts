/** Where the parts of a day begin, by the clock on the wall. */
export const dayPartStarts = { morning: '00:00', afternoon: '12:00', evening: '17:00' } as const
