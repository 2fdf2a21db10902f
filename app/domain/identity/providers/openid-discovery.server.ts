import { createLocalJWKSet, type JSONWebKeySet } from 'jose'
import * as z from 'zod'
import { readText } from '#app/values/read-bytes.ts'

/** A provider has this long to answer, and so much to say. */
const answerMs = 5_000
const answerBytes = 256 * 1024

/**
 * What a provider says about itself is asked again after this long; its keys also when a token names
 * an unknown one.
 */
const cacheMs = 5 * 60_000
const keysAtMostEveryMs = 10_000
const mostCached = 100

/** What could not be had of a provider, in words for the log and for who set it up. */
export type ProviderFailure = { ok: false; reason: 'provider_unreachable'; detail: string }

const Metadata = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  jwks_uri: z.string(),
  userinfo_endpoint: z.string().optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
  authorization_response_iss_parameter_supported: z.boolean().optional(),
})

/** What an OpenID Connect provider says about itself. */
export type ProviderMetadata = z.output<typeof Metadata>

const Keys = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) })

// Public facts of other servers, the same for every request; bounded.
const cache = new Map<string, { askedAtMs: number; value: unknown }>()

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/

/** Whether we talk to this address: https, and on a developer's machine that machine itself. */
export function mayAsk(address: string, ownOrigin: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username } = new URL(address)
  if (username !== '') return false
  if (protocol === 'https:') return true
  return (
    protocol === 'http:' && loopback.test(hostname) && loopback.test(new URL(ownOrigin).hostname)
  )
}

type Asking = { origin: string; nowMs: number }

/**
 * Finds out where a provider takes people, codes and questions
 * (`/.well-known/openid-configuration`).
 */
export async function discover(
  asking: Asking,
  issuer: string,
): Promise<{ ok: true; value: ProviderMetadata } | ProviderFailure> {
  const address = `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`
  const answer = await askCached(asking, address, Metadata, cacheMs)
  if (!answer.ok) return answer
  // Else one provider could speak in the name of another.
  if (answer.value.issuer.replace(/\/+$/, '') !== issuer.replace(/\/+$/, '')) {
    return unreachable(`${address} speaks for ${answer.value.issuer}`)
  }
  return answer
}

/**
 * The provider's public keys, for `jwtVerify`. `again` asks again, though not more than every ten
 * seconds.
 */
export async function providerKeys(
  asking: Asking,
  metadata: ProviderMetadata,
  again = false,
): Promise<{ ok: true; value: ReturnType<typeof createLocalJWKSet> } | ProviderFailure> {
  const answer = await askCached(
    asking,
    metadata.jwks_uri,
    Keys,
    again ? keysAtMostEveryMs : cacheMs,
  )
  return answer.ok ? { ok: true, value: createLocalJWKSet(answer.value as JSONWebKeySet) } : answer
}

async function askCached<Schema extends z.ZodType>(
  asking: Asking,
  address: string,
  schema: Schema,
  maxAgeMs: number,
): Promise<{ ok: true; value: z.output<Schema> } | ProviderFailure> {
  const known = cache.get(address)
  if (known && asking.nowMs - known.askedAtMs < maxAgeMs)
    return { ok: true, value: known.value as z.output<Schema> }
  const answer = await askProvider(asking, address, schema)
  if (!answer.ok) return answer
  if (cache.size >= mostCached) cache.clear()
  cache.set(address, { askedAtMs: asking.nowMs, value: answer.value })
  return answer
}

/**
 * One question to a provider, answered by JSON of the shape `schema`. Redirects are not followed:
 * what is meant for the provider goes to no other address.
 */
export async function askProvider<Schema extends z.ZodType>(
  { origin }: { origin: string },
  address: string,
  schema: Schema,
  init: RequestInit = {},
): Promise<{ ok: true; value: z.output<Schema> } | ProviderFailure> {
  if (!mayAsk(address, origin)) return unreachable(`${address} is no https address`)
  try {
    const headers = { Accept: 'application/json', ...init.headers }
    const answer = await fetch(address, {
      ...init,
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(answerMs),
    })
    const text = await readText(answer.body, answerBytes)
    if (text === null) return unreachable(`${address} answered more than we read`)
    if (answer.status !== 200)
      return unreachable(`${address} answered ${answer.status} ${text.slice(0, 200)}`)
    const parsed = schema.safeParse(JSON.parse(text))
    return parsed.success
      ? { ok: true, value: parsed.data }
      : unreachable(`${address} answered something else`)
  } catch (error) {
    return unreachable(`${address}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const unreachable = (detail: string): ProviderFailure => ({
  ok: false,
  reason: 'provider_unreachable',
  detail,
})
