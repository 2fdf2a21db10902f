import src from 'virtual:session-link'

/** The address of the script that /reset and /welcome carry. */
export const sessionLinkScript = src
