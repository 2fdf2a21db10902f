/**
 * The one service worker, `/sw.js`, registered only by pages that ask for it (`keep-page.ts`). It
 * keeps the pages it is told to for one account, and answers with them where there is no network.
 * Everything else goes to the server as if it were not there. It also shows push messages. It imports
 * nothing, so that it is one plain script.
 *
 * What it keeps is one account's: a page of another account that comes from the server, or signing
 * out, empties it, so that the person who uses the device next finds nothing.
 */

type Kept = { kind: 'keep'; account: string; urls: string[] } | { kind: 'forget' }

/** What of the worker's own scope is used; the browser's library and the Worker's differ in it. */
type Scope = {
  addEventListener(type: 'install' | 'activate', listen: (event: Waiting) => void): void
  addEventListener(type: 'message', listen: (event: Waiting & Said) => void): void
  addEventListener(type: 'fetch', listen: (event: Waiting & Asked) => void): void
  addEventListener(type: 'push', listen: (event: Waiting & Pushed) => void): void
  addEventListener(type: 'notificationclick', listen: (event: Waiting & Pressed) => void): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void>; openWindow(url: string): Promise<unknown> }
  registration: ServiceWorkerRegistration
  location: { origin: string }
}
type Waiting = { waitUntil(work: Promise<unknown>): void }
type Said = { data: unknown; ports: readonly { postMessage(answer: unknown): void }[] }
type Asked = { request: Request; respondWith(answer: Promise<Response>): void }
/** A message as `messaging/push/push-transport.server.ts` writes it. */
type Pushed = { data: { json(): { title: string; body: string; url: string; tag: string } } | null }
type Pressed = { notification: Notification }

const scope = self as unknown as Scope
const prefix = 'kept-'
/** Header of every page of somebody signed in: whose it is, as the page says it to this script. */
const accountHeader = 'Cadence-Account'
/** A page is waited for this long, in milliseconds, before the kept one answers. */
const patience = 4_000

scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()))
scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()))

scope.addEventListener('message', (event) => {
  const said = event.data as Kept | null
  const done =
    said?.kind === 'keep' ? keep(said.account, said.urls) : forgetOthers('').then(() => true)
  event.waitUntil(
    done.then(
      (ok) => event.ports[0]?.postMessage({ ok }),
      () => event.ports[0]?.postMessage({ ok: false }),
    ),
  )
})

scope.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (url.origin !== scope.location.origin) return
  if (request.method === 'POST' && url.pathname === '/sign-out') {
    event.respondWith(signOut(request))
    return
  }
  if (request.method !== 'GET') return
  if (request.mode === 'navigate') event.respondWith(pageOf(request))
  else if (/^\/assets\//.test(url.pathname)) event.respondWith(fileOf(request))
})

scope.addEventListener('push', (event) => {
  const said = event.data?.json()
  if (!said) return
  const { title, body, tag, url } = said
  event.waitUntil(scope.registration.showNotification(title, { body, tag, data: url }))
})

scope.addEventListener('notificationclick', (event) => {
  const { notification } = event
  notification.close()
  const url = new URL(String(notification.data), scope.location.origin)
  if (url.origin === scope.location.origin) event.waitUntil(scope.clients.openWindow(url.href))
})

/** Keeps pages and their files for an account, and nothing of any other. False where one failed. */
async function keep(account: string, urls: readonly string[]): Promise<boolean> {
  await forgetOthers(prefix + account)
  const kept = await caches.open(prefix + account)
  const answers = await Promise.all(
    urls.map(async (url) => {
      const answer = await fetch(url, { credentials: 'same-origin' })
      const whose = answer.headers.get(accountHeader)
      if (!answer.ok || (whose !== null && whose !== account)) return false
      await kept.put(url, answer)
      return true
    }),
  )
  return answers.every(Boolean)
}

async function forgetOthers(own: string): Promise<void> {
  const names = await caches.keys()
  await Promise.all(
    names
      .filter((name) => name.startsWith(prefix) && name !== own)
      .map((name) => caches.delete(name)),
  )
}

/** The page from the server; the kept one where there is no network, or none that answers. */
async function pageOf(request: Request): Promise<Response> {
  const kept = await caches.match(request)
  try {
    const answer = await (kept ? inTime(fetch(request)) : fetch(request))
    const whose = answer.headers.get(accountHeader)
    if (whose !== null) await forgetOthers(prefix + whose)
    return answer
  } catch (error) {
    if (kept) return kept
    throw error
  }
}

const inTime = (answer: Promise<Response>): Promise<Response> =>
  Promise.race([
    answer,
    new Promise<Response>((_, fail) => {
      setTimeout(() => fail(new Error('No network')), patience)
    }),
  ])

/** Files of the build never change: one that is kept needs no request. */
const fileOf = async (request: Request): Promise<Response> =>
  (await caches.match(request)) ?? fetch(request)

/** Once the server has signed somebody out, nothing of theirs stays. */
async function signOut(request: Request): Promise<Response> {
  const answer = await fetch(request)
  // Redirects of a document are opaque to a worker; a page that asks first is none.
  if (answer.type === 'opaqueredirect' || answer.redirected) {
    await forgetOthers('')
    // A browser that cannot say so now is ended by the server, which sends to no ended session.
    await scope.registration.pushManager
      .getSubscription()
      .then((subscribed) => subscribed?.unsubscribe())
      .catch(() => undefined)
  }
  return answer
}
