/** The state of a location that only shows again what is typed in its page: nobody went anywhere. */
export const shownAnew = 'shown-again'
