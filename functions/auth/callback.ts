import { type Context, Hono } from 'hono'
import {
  finishProviderSignIn,
  type ProviderAnswer,
} from '#app/domain/identity/providers/finish-provider-sign-in.server.ts'
import {
  codeAnswer,
  failureAnswer,
  sessionAnswer,
} from '#app/domain/identity/secrets/link-answers.ts'
import { readBody } from '#app/http/form.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import { paths } from '#app/paths.ts'
import type { ServerEnv } from '#functions/server-env.ts'
import { AuthError } from './errors.ts'
import { finishRefusal } from './provider-refusals.ts'

/**
 * GET and POST /callback: from the provider back to where the person came from, with a session in
 * the fragment or a code in the query. A studio's own provider comes to /callback/{its id}.
 */
export const callback = new Hono<ServerEnv>()
  .on(['GET', 'POST'], '/', (c) => finish(c, null))
  .on(['GET', 'POST'], '/:providerId', (c) => finish(c, c.req.param('providerId')))

async function finish(c: Context<ServerEnv>, ssoProviderId: string | null): Promise<Response> {
  const answer = await answerOf(c, ssoProviderId)
  const result = await finishProviderSignIn(identityContext(c.var.app), answer)
  if (result.ok) {
    const { redirectTo } = result.flow
    if (result.kind === 'asks') return c.redirect(paths.linkIdentity({ code: result.code }), 302)
    if (result.kind === 'code') return c.redirect(codeAnswer(redirectTo, result.code), 302)
    return c.redirect(sessionAnswer(redirectTo, result.value, result.providerTokens), 302)
  }
  if (result.flow === null) return stateRefusal(c, result.reason)
  const refusal = finishRefusal(result)
  // Anyone who reads it knows three words for what a person may not do, and for ours.
  const status = refusal.status === 422 ? 403 : refusal.status
  return c.redirect(
    failureAnswer(
      result.flow.redirectTo,
      { ...refusal, status },
      result.flow.codeChallenge !== null,
    ),
    302,
  )
}

/** The answer is in the query, or in a form that the person's browser posts. */
async function answerOf(
  c: Context<ServerEnv>,
  ssoProviderId: string | null,
): Promise<ProviderAnswer> {
  const values = c.req.method === 'POST' ? await formOf(c) : new URL(c.req.url).searchParams
  const value = (name: string) => values.get(name)?.slice(0, 4_096) || null
  return {
    state: value('state'),
    code: value('code'),
    iss: value('iss'),
    error: value('error'),
    errorDescription: value('error_description'),
    ssoProviderId,
  }
}

/** More than any provider has to say. */
const formBytes = 64 * 1024

async function formOf(c: Context<ServerEnv>): Promise<URLSearchParams> {
  const bytes = await readBody(c.req.raw, formBytes).catch((thrown) => {
    throw thrown instanceof Response
      ? new AuthError(413, 'request_entity_too_large', 'Request body too large')
      : thrown
  })
  return new URLSearchParams(new TextDecoder().decode(bytes))
}

const stateRefusals = {
  state_missing: ['bad_oauth_callback', 'OAuth state parameter missing'],
  bad_state: ['bad_oauth_state', 'OAuth state is invalid or has expired'],
  state_used: ['flow_state_already_used', 'OAuth state has been used already'],
} as const

/**
 * Nobody knows where the person came from: a program gets the error, a person in a browser our page
 * about it.
 */
function stateRefusal(c: Context<ServerEnv>, reason: keyof typeof stateRefusals): Response {
  const [code, message] = stateRefusals[reason]
  if (!/\btext\/html\b/.test(c.req.header('Accept') ?? '')) throw new AuthError(400, code, message)
  return c.redirect(paths.authCallback({ error_code: code }), 303)
}
