import type { RequestContext } from './request-context.server.ts'

/**
 * So long a press waits for a change of many; what is left goes on behind the answer, and after
 * that by the job.
 */
const [waitMs, behindMs] = [800, 20_000]

type LongChange<Reached> = {
  /** What it is called in the log, should it stop behind the answer. */
  name: string
  /** Goes on with it until that time of the clock, and says how far it is then. */
  goOn: (time: { clock: () => number; untilMs: number }) => Promise<Reached>
  isUnderWay: (reached: Reached) => boolean
}

/** Goes on with a change of many: a moment for the answer to wait, the rest behind it. */
export async function continueInBackground<Reached>(
  app: RequestContext,
  { name, goOn, isUnderWay }: LongChange<Reached>,
): Promise<void> {
  const clock = () => Date.now()
  const reached = await goOn({ clock, untilMs: clock() + waitMs })
  if (!isUnderWay(reached)) return
  const rest = goOn({ clock, untilMs: clock() + behindMs })
  app.waitUntil(
    rest.catch((error) => console.error(`${name} stopped`, { requestId: app.requestId, error })),
  )
}
