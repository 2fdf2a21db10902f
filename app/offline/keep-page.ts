/**
 * Keeps pages on this device for an account, so that they open without a network (`/sw.js`). For
 * scripts of pages that ask for it; anything else never registers a worker.
 */

/** How long is waited for the worker to have kept everything, in milliseconds. */
const patience = 20_000

/**
 * Keeps `urls` of our own and the files of this page for `account`, a word that the server gives
 * for it. Answers whether all of it is kept: false where the browser has no workers, or anything
 * could not be fetched.
 */
export async function keepPage(account: string, urls: readonly string[]): Promise<boolean> {
  if (!('serviceWorker' in navigator) || account === '') return false
  try {
    await navigator.serviceWorker.register('/sw.js', { scope: '/' })
    const { active } = await navigator.serviceWorker.ready
    return active
      ? await ask(active, { kind: 'keep', account, urls: [...urls, ...filesHere()] })
      : false
  } catch {
    return false
  }
}

/** Takes a page out of what this device keeps, once it would tell something old. */
export async function forgetPage(url: string): Promise<void> {
  try {
    for (const name of await caches.keys()) await (await caches.open(name)).delete(url)
  } catch {
    // Where nothing can be kept there is nothing to forget.
  }
}

/** Scripts of our own build that this page has loaded. */
const filesHere = (): string[] => [
  ...new Set(
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name))
      .filter(
        ({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'),
      )
      .map(({ pathname }) => pathname),
  ),
]

function ask(worker: ServiceWorker, message: unknown): Promise<boolean> {
  return new Promise((answer) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => answer((data as { ok?: boolean }).ok === true)
    setTimeout(() => answer(false), patience)
    worker.postMessage(message, [port2])
  })
}
