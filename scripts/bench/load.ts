/** A load of its own size from this machine to this machine: bounded in connections and time. */
import { Agent, request } from 'node:http'

export type Load = {
  requests: number
  perSecond: number
  p50: number
  p99: number
  failed: number
  milliseconds: number
}

/** One request; answers its status, its milliseconds and its body. */
export function ask(
  url: string,
  {
    agent,
    method = 'GET',
    headers = {},
    body,
  }: { agent?: Agent; method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<{
  status: number
  milliseconds: number
  text: string
  headers: Record<string, string | string[] | undefined>
}> {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    const sent = request(url, { agent, method, headers }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          milliseconds: performance.now() - began,
          text: Buffer.concat(parts).toString('utf8'),
          headers: answer.headers,
        }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

export const percentile = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/** Asks `url` so many times over `connections` kept connections; answers how many did not succeed. */
export async function burst(
  url: string,
  headers: Record<string, string>,
  { requests, connections = 8 }: { requests: number; connections?: number },
): Promise<{ failed: number; milliseconds: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  let [left, failed] = [requests, 0]
  const began = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (left > 0) {
        left -= 1
        const answer = await ask(url, { agent, headers })
        if (answer.status !== 200) failed += 1
      }
    }),
  )
  agent.destroy()
  return { failed, milliseconds: performance.now() - began }
}

/** Asks `url` again and again over `connections` kept connections for `seconds`. */
export async function load(
  url: string,
  headers: Record<string, string>,
  { connections = 8, seconds = 4 } = {},
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const times: number[] = []
  let failed = 0
  const began = performance.now()
  const until = began + seconds * 1_000
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < until) {
        const answer = await ask(url, { agent, headers })
        if (answer.status === 200) times.push(answer.milliseconds)
        else failed += 1
      }
    }),
  )
  agent.destroy()
  const milliseconds = performance.now() - began
  times.sort((a, b) => a - b)
  return {
    requests: times.length,
    perSecond: Math.round(times.length / (milliseconds / 1_000)),
    p50: round(percentile(times, 0.5)),
    p99: round(percentile(times, 0.99)),
    failed,
    milliseconds: Math.round(milliseconds),
  }
}

export const round = (n: number, digits = 2) => Math.round(n * 10 ** digits) / 10 ** digits

/** The least of a quarter of them: what a burst costs while nothing else is in its way. */
export const lowerQuartile = (numbers: number[]) =>
  percentile(
    [...numbers].sort((a, b) => a - b),
    0.25,
  )

export const median = (numbers: number[]) =>
  percentile(
    [...numbers].sort((a, b) => a - b),
    0.5,
  )
