import type { AddressChangeRefusal } from '#app/domain/identity/accounts/change-address.server.ts'
import type { ChangeUserResult } from '#app/domain/identity/accounts/change-user.server.ts'
import { passwordRefusalWords } from '#app/domain/identity/accounts/password-words.ts'
import type { IdentityContext } from '#app/domain/identity/identity-context.ts'
import type { IssuedSession } from '#app/domain/identity/sessions/sessions.server.ts'
import type { SignInOutcome } from '#app/domain/identity/sessions/sign-in-outcome.server.ts'
import { signOut } from '#app/domain/identity/sessions/sign-out.server.ts'
import { startBrowserSession } from './after-sign-in.server.ts'
import { redirectWithFlash } from './flash.server.ts'
import { identityContext } from './identity-context.server.ts'
import type { RequestContext } from './request-context.server.ts'

export type ChangeRefusal = Extract<
  ChangeUserResult | AddressChangeRefusal,
  { ok: false }
>['reason']

/** What the account's own pages say where a change is refused. */
export const changeSentences: Readonly<Record<ChangeRefusal, string>> = {
  too_many_tries: 'Too many tries. Wait 15 minutes, then try again.',
  insufficient_aal: 'Sign in again with your second step first.',
  user_sso_managed: 'Your studio manages this account. Ask them.',
  metadata_too_long: 'That is too long.',
  needs_address: 'Give your account an email address or phone number first.',
  email_exists: 'Another account has this address.',
  phone_exists: 'Another account has this number.',
  phone_disabled: 'You can’t use a phone number here.',
  mail_too_soon: 'An email is on its way. Wait a minute, then try again.',
  sms_too_soon: 'A message is on its way. Wait a minute, then try again.',
  too_many_mails: 'We can’t send email at the moment. Try again in an hour.',
  too_many_sms: 'We can’t send text messages at the moment. Try again in an hour.',
  ...passwordRefusalWords,
  same_password: 'This is already your password. Choose another one.',
  reauthentication_needed: 'Ask for a code first: you signed in more than a day ago.',
  reauthentication_not_valid: 'That code is wrong or has expired. Ask for a new one.',
  current_password_required: 'Enter your current password',
  current_password_invalid: 'Your current password is wrong',
}

/**
 * Pages ask for the current password whatever the wire does: someone else may sit at an open page.
 */
export function askingCurrentPassword(ctx: IdentityContext): IdentityContext {
  return { ...ctx, configuration: { ...ctx.configuration, currentPasswordForChange: true } }
}

/**
 * The answer to a confirmed change. A code or link always begins a session; anyone who is signed in
 * with the account already keeps their own, so that no device is listed twice and no second step is
 * asked again.
 */
export async function enterOrStay(
  app: RequestContext,
  value: IssuedSession,
  { outcome, path, message }: { outcome: SignInOutcome; path: string; message: string },
): Promise<Response> {
  const { visitor } = await app.loadVisitor()
  if (visitor?.userId !== value.account.id)
    return startBrowserSession(app, value, { outcome, path, message })
  await signOut(identityContext(app), {
    userId: visitor.userId,
    sessionId: value.session.id,
    scope: 'local',
  })
  return redirectWithFlash(app, path, message)
}
