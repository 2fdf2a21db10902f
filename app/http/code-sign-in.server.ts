import * as z from 'zod'
import { addressField } from '#app/domain/identity/accounts/address-field.ts'
import { sixDigitsField } from '#app/domain/identity/factors/second-step-fields.ts'
import { verifyOneTimeSecret } from '#app/domain/identity/secrets/verify-one-time-secret.server.ts'
import { joinStudio } from '#app/domain/studios/join-studio.server.ts'
import { paths } from '#app/paths.ts'
import { enter, errandOf } from './after-sign-in.server.ts'
import { invalid, parseForm, refused } from './form.server.ts'
import { identityContext } from './identity-context.server.ts'
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
 * Takes a typed code and signs in; `joining` also gives the place in the studio that somebody signed up at. A password
 * that is in doubt is dropped, and its owner chooses a new one.
 */
export async function signInByCode(
  app: RequestContext,
  request: Request,
  { joining }: { joining: boolean },
) {
  const submission = await parseForm(request, codeForm)
  if (submission.status !== 'success') return invalid(submission)
  const { email: address, code } = submission.value
  const { now } = await app.arrive()
  const type = 'email' in address ? ('email' as const) : ('sms' as const)
  const proof = { ...address, code }
  const result = await verifyOneTimeSecret(
    identityContext(app, now),
    { type, proof, dropContested: true },
    true,
  )
  if (!result.ok)
    return refused(submission, {
      fields: { code: [sentences[result.reason]] },
      code: result.reason,
    })
  if (result.kind !== 'signed_in') throw new Error(`A typed code answered ${result.kind}`)

  const { outcome, value } = result
  const contested = value.account.passwordContested
  const welcome = joining ? await joinAtErrand(app, result) : null
  return enter(app, value, {
    outcome,
    ...(contested ? { path: paths.accountPart('password') } : {}),
    ...(contested
      ? {
          said: 'Your address is confirmed. Somebody else tried to sign up with it, so choose a password now.',
        }
      : joining
        ? { said: ['Your address is confirmed.', welcome].filter(Boolean).join(' ') }
        : {}),
  })
}

/** The place in the studio that somebody signed up at; the words of its welcome. */
export async function joinAtErrand(
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
  const { studio } = await errandOf(app)
  if (!studio || outcome.kind !== 'setup_complete') return null
  const { now } = await app.arrive()
  const person = { userId: value.account.id, name, email: value.account.email ?? '' }
  const joined = await joinStudio(
    { directory: app.directory, shardOf: app.shardOf, now },
    studio,
    person,
  )
  return joined.ok ? `Welcome to ${studio.name}.` : null
}
