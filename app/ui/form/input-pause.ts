/** Typing is acted upon this many milliseconds after a key (specification 9). */
export const inputPause = 20
