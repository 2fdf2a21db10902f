import { signedPost } from '#app/values/mail/standard-webhooks.ts'
import { readText } from '#app/values/read-bytes.ts'
import type { IdentityContext } from '../identity-context.ts'
import type { HookName } from './hook-configuration.ts'
import { HookRefusal } from './hook-refusal.ts'

/** The time for all tries together, and the pause after a try that did not reach the hook. */
const limits = { allMs: 5_000, tries: 3, pauseMs: 2_000, answerBytes: 200 * 1024 }

type Answer = Record<string, unknown>

/**
 * Asks a hook of the installation and answers its JSON; null where none is configured. The call is
 * signed as Standard Webhooks have it. Throws a `HookRefusal` where the hook says no (`{error:
 * {http_code, message}}`), cannot be reached, takes too long, or answers too much or no JSON.
 */
export async function callHook(
  { configuration, nowMs }: Pick<IdentityContext, 'configuration' | 'nowMs'>,
  name: HookName,
  payload: Record<string, unknown>,
  { allMs, tries, pauseMs }: Omit<typeof limits, 'answerBytes'> = limits,
): Promise<Answer | null> {
  const hook = configuration.hooks[name]
  if (!hook) return null
  const body = JSON.stringify(payload)
  const request = {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...signedPost(hook.secrets, {
        id: `msg_${crypto.randomUUID()}`,
        body,
        at: Math.floor(nowMs / 1_000),
      }),
    },
    body,
    redirect: 'manual' as const,
    signal: AbortSignal.timeout(allMs),
  }
  for (let tried = 1; ; tried += 1) {
    try {
      const response = await fetch(hook.url, request)
      const again = response.status === 429 || response.status === 503
      if (!again || !response.headers.has('Retry-After')) return await answerOf(response)
    } catch (error) {
      if (error instanceof HookRefusal) throw error
      if (request.signal.aborted) throw timeout(allMs)
    }
    if (tried === tries) {
      throw new HookRefusal(
        422,
        'hook_timeout_after_retry',
        'Failed to reach hook after maximum retries',
      )
    }
    await pause(pauseMs, request.signal)
    if (request.signal.aborted) throw timeout(allMs)
  }
}

const timeout = (allMs: number) =>
  new HookRefusal(
    422,
    'hook_timeout',
    `Failed to reach hook within maximum time of ${allMs / 1_000} seconds`,
  )

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

async function answerOf(response: Response): Promise<Answer> {
  const { status } = response
  if (status === 204) return {}
  if (status !== 200 && status !== 202)
    throw new HookRefusal(500, 'unexpected_failure', wordsOf(status))
  const type = response.headers.get('Content-Type') ?? ''
  if (!/^application\/json\b/i.test(type)) {
    throw new HookRefusal(
      400,
      'hook_payload_invalid_content_type',
      `Invalid Content-Type of a hook: ${type || 'none'}`,
    )
  }
  const answer = parse(await readAtMost(response, limits.answerBytes))
  const { error } = answer as { error?: { http_code?: unknown; message?: unknown } }
  if (error && Object.keys(error).length > 0) {
    const code = Number(error.http_code)
    const refused = Number.isInteger(code) && code >= 400 && code <= 599 ? code : 500
    const message = typeof error.message === 'string' ? error.message : 'A hook refused this'
    throw new HookRefusal(
      refused,
      refused === 500 ? 'unexpected_failure' : 'unknown',
      message.slice(0, 500),
    )
  }
  return answer
}

function wordsOf(status: number): string {
  if (status === 400) return 'Invalid payload sent to hook'
  if (status === 401) return 'Hook requires authorization token'
  return `Unexpected status code returned from hook: ${status}`
}

function parse(text: string): Answer {
  try {
    const answer: unknown = JSON.parse(text)
    if (typeof answer === 'object' && answer !== null && !Array.isArray(answer))
      return answer as Answer
  } catch {
    // Told below.
  }
  throw new HookRefusal(
    500,
    'unexpected_failure',
    'A hook answered something that is no JSON object',
  )
}

/** No further than `most` bytes: a length can be claimed. */
async function readAtMost(response: Response, most: number): Promise<string> {
  const text = await readText(response.body, most)
  if (text !== null) return text
  const words = `Payload size exceeds size limit of ${most / 1024} KB of a hook`
  throw new HookRefusal(422, 'hook_payload_over_size_limit', words)
}
