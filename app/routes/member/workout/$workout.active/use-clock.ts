import { useEffect, useRef, useState } from 'react'

/**
 * The device's clock, each second; null in what the server writes, so that the browser's first look
 * is the same.
 */
export function useClock(): number | null {
  const [now, setNow] = useState<number | null>(null)
  useEffect(() => {
    const tick = () => setNow(Date.now())
    tick()
    const timer = setInterval(tick, 500)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [])
  return now
}

/** Keeps the screen on while the workout is in sight, where the browser can. */
export function useKeepAwake(on: boolean): void {
  useEffect(() => {
    if (!on || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | null = null
    let over = false
    const ask = async () => {
      if (document.visibilityState !== 'visible') return
      try {
        lock = await navigator.wakeLock.request('screen')
        if (over) void lock.release()
      } catch {
        // A battery that is low says no.
      }
    }
    void ask()
    const again = () => void ask()
    document.addEventListener('visibilitychange', again)
    return () => {
      over = true
      document.removeEventListener('visibilitychange', again)
      void lock?.release()
    }
  }, [on])
}

/**
 * Says once that a rest is over: by vibrating, by a tone, and by a notice where the page is out of
 * sight and the person has allowed it. `ring` is when, in milliseconds; null is never.
 */
export function useAlert(ring: number | null, now: number | null): void {
  const rung = useRef<number | null>(null)
  useEffect(() => {
    if (ring === null || now === null || rung.current === ring || now < ring) return
    rung.current = ring
    // A rest that ended while the page was closed is no news.
    if (now - ring > 60_000) return
    navigator.vibrate?.([200, 100, 200])
    tone()
    if (document.visibilityState === 'hidden' && 'Notification' in window)
      if (Notification.permission === 'granted') new Notification('Rest is over', { tag: 'rest' })
  }, [ring, now])
}

function tone(): void {
  try {
    const audio = new AudioContext()
    const source = audio.createOscillator()
    source.frequency.value = 880
    source.connect(audio.destination)
    source.start()
    source.stop(audio.currentTime + 0.25)
    source.onended = () => void audio.close()
  } catch {
    // Without sound there still is the number.
  }
}

/** Asks for the notice once somebody rests, since that is what it is for. */
export function askForNotices(): void {
  if ('Notification' in window && Notification.permission === 'default')
    void Notification.requestPermission().catch(() => undefined)
}
