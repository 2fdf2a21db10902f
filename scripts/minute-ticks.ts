const minuteMs = 60_000

/**
 * Runs the cron of each minute, as the platform does; a tick that takes longer than a minute is not
 * doubled.
 */
export function tickEachMinute(tick: () => Promise<unknown>): () => void {
  let running = false
  const run = async () => {
    if (running) return
    running = true
    try {
      await tick()
    } catch (error) {
      console.error('The jobs of this minute failed', error)
    } finally {
      running = false
    }
  }
  let timer: ReturnType<typeof setTimeout>
  const next = () => {
    timer = setTimeout(
      () => {
        void run()
        next()
      },
      minuteMs - (Date.now() % minuteMs),
    )
  }
  next()
  return () => clearTimeout(timer)
}
