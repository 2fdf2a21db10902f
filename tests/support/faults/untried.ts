/** What the trials leave out, each with why. */

/** Presses that are not tried, by their names. */
export const whole: ReadonlyMap<string, string> = new Map([])

/** Files of the domain none of whose statements a press reaches, by their paths. */
export const untried: ReadonlyMap<string, string> = new Map([])
