/**
 * What is kept on this device and not sent yet, told to the server in a cookie of its own, so that
 * signing out can ask about it on any page, also one without scripts (`http/device/unsent.server.ts`).
 */

const days = 30

/**
 * Says how many things of a kind wait on this device: `sets`, `check-ins`. None takes the cookie
 * away.
 */
export function noteUnsent(kind: string, count: number): void {
  const age = count > 0 ? days * 86_400 : 0
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API.
  document.cookie = `unsent-${kind}=${count}; Path=/; SameSite=Lax; Max-Age=${age}`
}
