/** Turns push messages on: asks the person, subscribes the browser, and posts what it answers. */
const offer = document.querySelector<HTMLElement>('[data-push-key]')
if (offer) begin(offer)

function begin(offer: HTMLElement) {
  const parts = [...offer.querySelectorAll<HTMLElement>('[data-part]')]
  const show = (name: string) => {
    for (const part of parts) part.hidden = part.dataset.part !== name
  }
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return show('unable')
  if (Notification.permission === 'denied') return show('denied')
  // Of a browser that is turned on already, only one that has lost its subscription is asked again.
  if (offer.dataset.here === undefined) show('form')
  else
    navigator.serviceWorker
      .getRegistration()
      .then((worker) => worker?.pushManager.getSubscription())
      .then((subscribed) => subscribed || show('form'))
  const form = offer.querySelector<HTMLFormElement>('form')
  form?.addEventListener('submit', (event) => {
    event.preventDefault()
    turnOn(form, offer.dataset.pushKey ?? '').then(
      (granted) => (granted ? form.submit() : show('denied')),
      () => show('failed'),
    )
  })
}

/** False where the person said no; throws where the browser could not. */
async function turnOn(form: HTMLFormElement, key: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  await navigator.serviceWorker.register('/sw.js', { scope: '/' })
  const { pushManager } = await navigator.serviceWorker.ready
  const subscribe = () =>
    pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  // One that was made with another key of the installation is of no use any more.
  const subscribed = await subscribe().catch(async () => {
    await (await pushManager.getSubscription())?.unsubscribe()
    return subscribe()
  })
  const { endpoint = '', keys = {} } = subscribed.toJSON()
  const values = { endpoint, publicKey: keys.p256dh ?? '', secret: keys.auth ?? '' }
  for (const [name, value] of Object.entries(values)) {
    const input = form.elements.namedItem(name)
    if (input instanceof HTMLInputElement) input.value = value
  }
  return true
}
