/**
 * What is kept on this device and not sent yet, told to the server in a cookie of its own, so that
 * signing out can ask about it on any page, also one without scripts (`http/device/unsent.server.ts`).
 */

const days = 30

/**
 * How many things wait in a browser's storage, at every studio: `inEntry` says how many in what is
 * kept under a name that begins with `prefix`.
 */
export function unsentIn<Entry>(
  store: Pick<Storage, 'key' | 'length' | 'getItem'>,
  prefix: string,
  inEntry: (kept: Entry) => number,
): number {
  let waiting = 0
  for (let i = 0; i < store.length; i += 1) {
    const name = store.key(i) ?? ''
    try {
      if (name.startsWith(prefix)) waiting += inEntry(JSON.parse(store.getItem(name) ?? ''))
    } catch {
      // What cannot be read is never sent.
    }
  }
  return waiting
}

/**
 * Says how many things of a kind wait on this device: `sets`, `marks`, `check-ins`, as `unsentIn`
 * counts them. None takes the cookie away.
 */
export function noteUnsent<Entry>(
  kind: string,
  prefix: string,
  inEntry: (kept: Entry) => number,
): void {
  const count = unsentIn(localStorage, prefix, inEntry)
  const age = count > 0 ? days * 86_400 : 0
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API.
  document.cookie = `unsent-${kind}=${count}; Path=/; SameSite=Lax; Max-Age=${age}`
}
