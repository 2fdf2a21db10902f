import * as z from 'zod'
import { addressField, type TypedAddress } from '#app/domain/identity/accounts/address-field.ts'
import { sixDigitsField } from '#app/domain/identity/factors/second-step-fields.ts'
import { requestOneTimeCode } from '#app/domain/identity/secrets/request-one-time-code.server.ts'
import { verifyOneTimeSecret } from '#app/domain/identity/secrets/verify-one-time-secret.server.ts'
import { joinStudio } from '#app/domain/studios/join-studio.server.ts'
import { paths } from '#app/paths.ts'
import { returnTarget, startBrowserSession } from './after-sign-in.server.ts'
import { invalid, parsePosted, refused } from './form.server.ts'
import { identityContext } from './identity-context.server.ts'
import { passwordProofOfBrowser } from './password-proof.server.ts'
import type { RequestContext } from './request-context.server.ts'

export const codeForm = z.object({
  email: addressField('Enter the email address or phone number the code was sent to'),
  code: sixDigitsField,
})

export type CodeForm = z.input<typeof codeForm>

const sentences = {
  link_expired: 'That code is wrong or has expired. Use the newest one.',
  user_banned: 'This account is closed. Ask your studio.',
  address_taken: 'Another account has this address. Sign in with it instead.',
  too_many_tries: 'Too many tries. Wait a minute, then try again.',
}

/**
 * Takes a typed code and signs in; `joining` also gives the place in the studio that someone
 * signed up at. A password that may be someone else's is dropped, and who confirms chooses anew.
 */
export async function signInByCode(
  app: RequestContext,
  form: FormData,
  { joining }: { joining: boolean },
) {
  const submission = parsePosted(form, codeForm)
  if (submission.status !== 'success') return invalid(submission)
  const { email: address, code } = submission.value
  const { now } = await app.loadVisitor()
  const type = 'email' in address ? ('email' as const) : ('sms' as const)
  const proof = { ...address, code }
  const result = await verifyOneTimeSecret(
    identityContext(app, now),
    { type, proof, confirmer: { proof: passwordProofOfBrowser(app) } },
    { withoutMetadata: true },
  )
  if (!result.ok)
    return refused(submission, {
      fields: { code: [sentences[result.reason]] },
      code: result.reason,
    })
  if (result.kind !== 'signed_in') throw new Error(`A typed code answered ${result.kind}`)

  const { outcome, value } = result
  const welcome = joining ? await joinAtReturnTarget(app, result) : null
  if (result.passwordDropped)
    return startBrowserSession(app, value, {
      outcome,
      path: paths.accountPart('password'),
      message:
        'Your address is confirmed. Choose a new password now: the old one was set on another ' +
        'device, so it may not be yours.',
    })
  const message = ['Your address is confirmed.', welcome].filter(Boolean).join(' ')
  return startBrowserSession(app, value, { outcome, ...(joining ? { message } : {}) })
}

/**
 * Sends a code that signs in. Says the same, after the same work, whether or not there is an
 * account.
 */
export async function sendSignInCode(app: RequestContext, address: TypedAddress) {
  const { next, studio } = await returnTarget(app)
  return requestOneTimeCode(identityContext(app), {
    ...address,
    next,
    studio: studio && { slug: studio.slug, name: studio.name },
    createUser: 'quietly',
  })
}

/** The place in the studio that someone signed up at; the words of its welcome. */
export async function joinAtReturnTarget(
  app: RequestContext,
  {
    outcome,
    value,
    name,
  }: {
    outcome: { kind: string }
    value: { account: { id: string; email: string | null } }
    name: string
  },
): Promise<string | null> {
  const { studio } = await returnTarget(app)
  if (!studio || outcome.kind !== 'setup_complete') return null
  const { now } = await app.loadVisitor()
  const person = { userId: value.account.id, name, email: value.account.email ?? '' }
  const joined = await joinStudio(
    { directory: app.directory, shardOf: app.shardOf, now },
    studio,
    person,
  )
  return joined.ok ? `Welcome to ${studio.name}.` : null
}
