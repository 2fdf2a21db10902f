/** A change of many can be taken back for so many days: later, too much was built on it. */
export const undoDays = 7
