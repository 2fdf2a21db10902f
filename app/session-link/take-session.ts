import { createClient, isAuthApiError } from '@supabase/supabase-js'
import { paths } from '../paths.ts'
import { retryMs, retryWindowMs } from '../values/session-constants.ts'
import { isOver, linkParams, linkProblem, linkProblems } from './link-problem.ts'
import { tell } from './tell.ts'

/**
 * Reads the session of this page's link and hands it to the server; what is wrong with it is said
 * on the page.
 */
export async function takeSession(): Promise<void> {
  const { href } = location
  const type = linkParams(href).get('type') ?? ''
  const problem = linkProblem(href)
  if (problem) return tell(problem)
  try {
    const tokens = await readLink(document.getElementById('session-link')?.dataset.key ?? '')
    if (typeof tokens === 'string') return tell(tokens)
    handOver({ ...tokens, type })
  } catch {
    tell(linkProblems.verification)
  }
}

/** The session as supabase-js finds and checks it, or its words for what is wrong. */
async function readLink(
  anonKey: string,
): Promise<{ access_token: string; refresh_token: string } | string> {
  const begun = Date.now()
  for (let tries = 1; ; tries += 1) {
    const client = createClient(location.origin, anonKey, {
      auth: {
        flowType: 'implicit',
        detectSessionInUrl: true,
        persistSession: false,
        autoRefreshToken: false,
      },
    })
    const { error } = await client.auth.initialize()
    if (!error) {
      const { data } = await client.auth.getSession()
      if (!data.session) return linkProblems.session
      const { access_token, refresh_token, expires_at = 0 } = data.session
      return isOver(expires_at, Date.now()) ? linkProblems.session : { access_token, refresh_token }
    }
    const passing =
      error.name === 'AuthRetryableFetchError' &&
      Date.now() - begun + retryMs * tries < retryWindowMs
    if (!passing) return isAuthApiError(error) ? linkProblems.verification : error.message
    await new Promise((resolve) => setTimeout(resolve, retryMs * tries))
  }
}

/** By a form and not by fetch: the answer is a page, and its cookies are the server's to set. */
function handOver(values: Record<string, string>): void {
  const query = new URLSearchParams(location.search)
  const form = document.createElement('form')
  form.method = 'post'
  form.action = paths.takeSession({
    next: query.get('next') ?? undefined,
    studio: query.get('studio') ?? undefined,
  })
  for (const [name, value] of Object.entries(values)) {
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = value
    form.appendChild(input)
  }
  document.body.appendChild(form)
  form.submit()
}
