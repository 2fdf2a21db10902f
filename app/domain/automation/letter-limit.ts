/** Letters of a studio to one person, and in how many days, where it has set no limit of its own. */
export const usualLimit = { letters: 2, days: 7 }
