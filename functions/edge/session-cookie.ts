/** Whether the request carries anything of a person: a session, a flash message, a known device. */
export function hasOwnCookie(cookie: string | undefined): boolean {
  return Boolean(cookie && /(?:^|;\s*)(?:__Host-)?cadence-/.test(cookie))
}

/** Whether the request may act as someone: as an account, or as a kiosk. */
export function hasSessionCookie(cookie: string | undefined): boolean {
  return Boolean(cookie && /(?:^|;\s*)(?:__Host-)?cadence-(?:access|refresh|kiosk)=/.test(cookie))
}
