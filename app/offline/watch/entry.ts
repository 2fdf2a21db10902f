/** A video's page in the browser: slow, loop, mirrored, chapters in place, and the place kept. */
const room = document.querySelector<HTMLElement>('[data-watch]')
const film = room?.querySelector('video')
if (room && film) watch(room, film)

function watch(room: HTMLElement, film: HTMLVideoElement) {
  const chapters = (room.dataset.chapters ?? '').split(' ').filter(Boolean).map(Number)
  const keep = room.dataset.watch ?? ''
  let looping = false
  let from = 0
  const until = () => chapters.find((at) => at > from + 0.5) ?? Number.POSITIVE_INFINITY

  const press = (button: HTMLElement, on: boolean) => button.setAttribute('aria-pressed', `${on}`)
  const buttons = new Map(
    [...room.querySelectorAll<HTMLElement>('[data-do]')].map((one) => [one.dataset.do ?? '', one]),
  )
  const rate = (speed: number) => {
    film.playbackRate = film.playbackRate === speed ? 1 : speed
    for (const [name, of] of [
      ['slow', 0.75],
      ['slower', 0.5],
    ] as const) {
      const button = buttons.get(name)
      if (button) press(button, film.playbackRate === of)
    }
  }
  const acts: Record<string, (button: HTMLElement) => void> = {
    play: () => {
      if (film.paused) void film.play()
      else film.pause()
    },
    back: () => {
      film.currentTime = Math.max(0, film.currentTime - 5)
    },
    slow: () => rate(0.75),
    slower: () => rate(0.5),
    loop: (button) => {
      looping = !looping
      from = [...chapters].reverse().find((at) => at <= film.currentTime) ?? 0
      film.loop = looping && chapters.length === 0
      press(button, looping)
    },
    // The browser's own controls would be mirrored too: ours stand below.
    mirror: (button) => {
      const on = film.classList.toggle('mirrored')
      film.controls = !on
      press(button, on)
    },
  }
  for (const [name, button] of buttons) button.addEventListener('click', () => acts[name]?.(button))
  const tools = room.querySelector<HTMLElement>('[data-part=tools]')
  if (tools) tools.hidden = false
  film.addEventListener('play', () => {
    const button = buttons.get('play')
    if (button) press(button, true)
  })

  for (const link of document.querySelectorAll<HTMLElement>('[data-at]')) {
    link.addEventListener('click', (event) => {
      event.preventDefault()
      from = Number(link.dataset.at)
      film.currentTime = from
      void film.play()
    })
  }

  if (keep === '') {
    film.addEventListener('timeupdate', again)
    return
  }
  for (const [part, hidden] of [
    ['kept', false],
    ['by-hand', true],
  ] as const) {
    const one = document.querySelector<HTMLElement>(`[data-part=${part}]`)
    if (one) one.hidden = hidden
  }
  let told = -1
  const tell = (done = false) => {
    const at = Math.floor(film.currentTime)
    if (!done && (at === told || film.readyState === 0)) return
    told = at
    const said = new URLSearchParams({ seconds: String(at), ...(done ? { done: 'on' } : {}) })
    fetch(keep, { method: 'POST', body: said, keepalive: true }).catch(() => undefined)
  }
  film.addEventListener('timeupdate', () => {
    again()
    if (Math.abs(film.currentTime - told) >= 15) tell()
  })
  film.addEventListener('pause', () => tell(film.ended))
  film.addEventListener('ended', () => tell(true))
  addEventListener('pagehide', () => {
    if (!film.paused) tell()
  })

  function again() {
    if (looping && chapters.length > 0 && film.currentTime >= until()) film.currentTime = from
  }
}
