/** Whether the request carries anything of a person: a session or a flash message. */
export function hasSessionCookie(cookie: string | undefined): boolean {
  return Boolean(cookie && /(?:^|;\s*)(?:__Host-)?cadence-/.test(cookie))
}
