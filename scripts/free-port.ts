import { createServer } from 'node:net'

/** A start that cannot go on, in words for anyone who started it. */
export class Stop extends Error {}

/** The port asked for, once nobody else has it; 0 finds a free one. */
export async function freePort(wanted: string): Promise<number> {
  const port = Number(wanted)
  if (!/^\d{1,5}$/.test(wanted) || port > 65_535)
    throw new Stop(`PORT must be a number up to 65535, not ${wanted}.`)
  const probe = createServer()
  return new Promise((resolve, reject) => {
    probe.once('error', ({ code }: NodeJS.ErrnoException) =>
      reject(
        new Stop(
          `Port ${port} ${code === 'EADDRINUSE' ? 'is taken' : `cannot be used (${code})`}. Stop what uses it or choose another: PORT=${port + 1} npm start`,
        ),
      ),
    )
    probe.listen(port, '127.0.0.1', () => {
      const { port: free } = probe.address() as { port: number }
      probe.close(() => resolve(free))
    })
  })
}
