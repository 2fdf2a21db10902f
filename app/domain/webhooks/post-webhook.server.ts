/** One try to post to the address of a webhook. */
import { promises as dns } from 'node:dns'
import type { TryError } from '#app/db/studio/automation/webhooks-words.ts'
import { isOwnMachine, isPublicAddress, isPublicNetwork } from '#app/values/web/public-address.ts'
import { holdMs } from './webhook-tries.ts'

/** So long an answer may take, and the look at where a name leads. */
const answerMs = 10_000
const lookMs = 3_000

/** The network addresses of a host name, as far as they can be known; empty where they cannot. */
export type LookUp = (host: string) => Promise<string[]>

export type PostOptions = {
  /** Lets addresses on this machine be asked, for development. */
  development?: boolean
  lookUp?: LookUp
  /** How long an answer may take, in milliseconds. */
  waitMs?: number
}

export type Answer = { status: number | null; error: TryError | ''; heldMs: number }

const lookUpByDns: LookUp = async (host) => {
  const asked = [dns.resolve4(host), dns.resolve6(host)].map((one) => one.catch(() => []))
  const late = new Promise<string[][]>((resolve) => {
    setTimeout(() => resolve([]), lookMs)
  })
  return (await Promise.race([Promise.all(asked), late])).flat()
}

/**
 * Whether an address may be posted to: https at a public name that, as far as its DNS is known,
 * leads to no private network. Where the name cannot be looked up the post fails without it.
 */
export async function mayPostTo(
  address: string,
  { development = false, lookUp = lookUpByDns }: PostOptions,
): Promise<boolean> {
  if (development && isOwnMachine(address)) return true
  if (!isPublicAddress(address)) return false
  return (await lookUp(new URL(address).hostname)).every(isPublicNetwork)
}

/**
 * Posts JSON. Redirects are not followed: where they lead was not looked at. Of the answer only the
 * status is read, and how long it asks to wait. Never throws.
 */
export async function postWebhook(
  { address, headers, body }: { address: string; headers: Record<string, string>; body: string },
  options: PostOptions,
  clock: () => number,
): Promise<Answer> {
  const none = (error: TryError): Answer => ({ status: null, error, heldMs: 0 })
  try {
    if (!(await mayPostTo(address, options))) return none('private')
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'User-Agent': 'Cadence', ...headers },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(options.waitMs ?? answerMs),
    })
    await answer.body?.cancel()
    const held = [429, 503].includes(answer.status)
      ? holdMs(answer.headers.get('Retry-After'), clock())
      : 0
    return { status: answer.status, error: '', heldMs: held }
  } catch (error) {
    return none((error as Error).name === 'TimeoutError' ? 'timeout' : 'unreachable')
  }
}
