/** Teach mode in the browser: one step at a time, its timer, the screen awake, the page kept. */
import { keepPage } from '../keep-page.ts'
import { begin, clockOf, leftOf, paused, readStanding, resumed, type Standing } from './timer.ts'

const main = document.querySelector<HTMLElement>('main.teach')
if (main) teach(main)

function teach(main: HTMLElement) {
  const steps = [...main.querySelectorAll<HTMLElement>('.step')]
  const { account = '', store = '', urls = '' } = main.dataset
  const part = (name: string) => main.querySelector<HTMLElement>(`[data-part=${name}]`)
  const name = `teach:${account}:${store}`
  const secondsOf = (step: number) => Number(steps[step]?.dataset.seconds ?? 0)
  if (steps.length === 0) return
  let at: Standing =
    readStanding(localStorage.getItem(name), steps.length, Date.now()) ??
    paused(begin(0, secondsOf(0), Date.now()), Date.now())
  main.classList.add('live')

  const keep = (next: Standing) => {
    at = next
    localStorage.setItem(name, JSON.stringify({ ...at, at: Date.now() }))
    show()
  }
  const go = (step: number) => {
    if (step < 0 || step >= steps.length) return
    const next = begin(step, secondsOf(step), Date.now())
    keep(at.endsAt === null ? paused(next, Date.now()) : next)
  }
  let rung = -1
  const tick = () => {
    const left = leftOf(at, Date.now())
    const clock = part('clock')
    if (clock) clock.textContent = clockOf(left)
    clock?.classList.toggle('over', left < 0)
    if (left < 0 && at.endsAt !== null && rung !== at.step) {
      rung = at.step
      navigator.vibrate?.([200, 100, 200])
    }
  }
  const lookOf = (step: number) => {
    if (step === at.step) return 'now'
    return step < at.step ? 'done' : 'left'
  }
  const show = () => {
    for (const [i, step] of steps.entries()) step.hidden = i !== at.step
    for (const [i, mark] of [...main.querySelectorAll('.run rect')].entries())
      mark.setAttribute('class', lookOf(i))
    const place = part('place')
    if (place) place.textContent = `${at.step + 1} of ${steps.length}`
    const next = steps[at.step + 1]
    const nextName = part('next')
    if (nextName) nextName.textContent = next?.dataset.name ?? 'The end'
    const nextLength = part('next-length')
    if (nextLength) nextLength.textContent = next?.dataset.length ?? ''
    const running = at.endsAt !== null
    const pause = part('pause')
    pause?.setAttribute('aria-label', running ? 'Pause' : 'Start')
    pause?.setAttribute('data-running', String(running))
    tick()
  }
  part('back')?.addEventListener('click', () => go(at.step - 1))
  part('forward')?.addEventListener('click', () => go(at.step + 1))
  const toggle = () => keep(at.endsAt === null ? resumed(at, Date.now()) : paused(at, Date.now()))
  part('pause')?.addEventListener('click', toggle)
  document.addEventListener('keydown', ({ key, target }) => {
    if ((target as HTMLElement).matches('button, a, summary')) return
    if (key === 'ArrowRight') go(at.step + 1)
    else if (key === 'ArrowLeft') go(at.step - 1)
    else if (key === ' ') toggle()
  })
  show()
  setInterval(tick, 250)
  stayAwake()
  keepPage(account, urls.split(' ').filter(Boolean)).then((kept) => {
    const saved = part('saved')
    if (saved) saved.hidden = !kept
    const notSaved = part('not-saved')
    if (notSaved) notSaved.hidden = kept
  })
}

/** Keeps the screen on while the page is in sight, where the browser lets it. */
function stayAwake() {
  const ask = () => {
    if (document.visibilityState === 'visible')
      navigator.wakeLock?.request('screen').catch(() => undefined)
  }
  document.addEventListener('visibilitychange', ask)
  ask()
}
