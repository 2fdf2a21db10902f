import * as z from 'zod'
import { addressField } from '#app/domain/identity/accounts/address-field.ts'
import { sixDigitsField } from '#app/domain/identity/factors/second-step-fields.ts'
import { verifyOneTimeSecret } from '#app/domain/identity/secrets/verify-one-time-secret.server.ts'
import { joinStudio } from '#app/domain/studios/join-studio.server.ts'
import { paths } from '#app/paths.ts'
import { returnTarget, startBrowserSession } from './after-sign-in.server.ts'
import { invalid, parseForm, refused } from './form.server.ts'
import { identityContext } from './identity-context.server.ts'
import { passwordProofOfBrowser } from './password-proof.server.ts'
import type { RequestContext } from './request-context.server.ts'

export const codeForm = z.object({
  email: addressField('Enter the email address or phone number the code went to'),
  code: sixDigitsField,
})

export type CodeForm = z.input<typeof codeForm>

const sentences = {
  link_expired: 'That code is not right, too old, or a newer one has been sent.',
  user_banned: 'This account is closed. Ask your studio.',
  address_taken: 'Another account has this address. Sign in with it instead.',
  too_many_tries: 'Too many tries. Wait a minute, then try again.',
}

/**
 * Takes a typed code and signs in; `joining` also gives the place in the studio that somebody
 * signed up at. A password that may be somebody else's is dropped, and who confirms chooses anew.
 */
export async function signInByCode(
  app: RequestContext,
  request: Request,
  { joining }: { joining: boolean },
) {
  const submission = await parseForm(request, codeForm)
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
        'Your address is confirmed. Choose a password now: the one from before was not set on ' +
        'this device, so it may not have been yours.',
    })
  const message = ['Your address is confirmed.', welcome].filter(Boolean).join(' ')
  return startBrowserSession(app, value, { outcome, ...(joining ? { message } : {}) })
}

/** The place in the studio that somebody signed up at; the words of its welcome. */
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
