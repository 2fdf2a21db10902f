import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { newPasswordField } from '#app/domain/identity/accounts/account-fields.ts'
import { changeUser } from '#app/domain/identity/accounts/change-user.server.ts'
import { asksPassword, freshMs } from '#app/domain/identity/secrets/new-password.server.ts'
import { reauthenticate } from '#app/domain/identity/sessions/reauthenticate.server.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import {
  askingCurrentPassword,
  type ChangeRefusal,
  changeSentences,
} from '#app/http/own-changes.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { type OwnAccount, requireOwnAccount } from '#app/http/session-holder.server.ts'
import { paths } from '#app/paths.ts'
import { AccountPage } from '#app/ui/account/account-page.tsx'
import { SixDigitsField } from '#app/ui/account/code-fields.tsx'
import { SubmitButton } from '#app/ui/form/buttons.tsx'
import { Form } from '#app/ui/form/form.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { usePageForm } from '#app/ui/form/page-form.ts'
import { PasswordField } from '#app/ui/form/text-field.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { instantToMs } from '#app/values/instant.ts'

export const meta: MetaFunction = (args) => pageTitle('Your password', args)

export const handle = { styles: ['form', 'entry', 'back-link'] } satisfies PageHandle

const schema = (minLength: number) =>
  z.object({
    current_password: z.string().max(1_000).optional(),
    password: newPasswordField(minLength),
    code: z.string().trim().max(20).optional(),
  })

/** What must be shown, and is required then, besides the new password. */
function asked({ app, holder }: OwnAccount) {
  const ctx = identityContext(app)
  const { account, session } = holder
  const old = instantToMs(session.createdAt) + freshMs <= ctx.nowMs
  return {
    hasPassword: account.passwordHash !== null,
    current: asksPassword(ctx, holder),
    code: ctx.configuration.reauthenticationForPassword && old,
  }
}

export async function loader({ context }: LoaderFunctionArgs) {
  const own = await requireOwnAccount(context)
  const { email, phone } = own.holder.account
  const minLength = identityContext(own.app).configuration.passwordMinLength
  return {
    ...asked(own),
    name: email ?? (phone ? `+${phone}` : ''),
    minLength,
    rules: fieldRules(schema(minLength)),
  }
}

const fieldOf = (reason: ChangeRefusal) => {
  if (reason.startsWith('current_password')) return 'current_password'
  return reason.startsWith('reauthentication') ? 'code' : 'password'
}

export async function action({ request, context }: ActionFunctionArgs) {
  const own = await requireOwnAccount(context)
  const { app, holder } = own
  const ctx = identityContext(app)
  const form = request.clone() as typeof request
  if ((await parseForm(request, z.object({ how: z.literal('code') }))).status === 'success') {
    const sent = await reauthenticate(ctx, holder.account)
    deliverSoon(app, app.directory)
    const page = paths.accountPart('password')
    if (!sent.ok) throw refusalPage(sent.reason, 'We’ve already sent a code. Wait a minute.', page)
    return redirectWithFlash(app, page, 'We’ve sent you a code.')
  }
  const submission = await parseForm(form, schema(ctx.configuration.passwordMinLength))
  if (submission.status !== 'success') return invalid(submission)
  const {
    current_password: currentPassword = null,
    password,
    code: nonce = null,
  } = submission.value
  const result = await changeUser(askingCurrentPassword(ctx), holder, {
    password,
    currentPassword,
    nonce,
  })
  if (!result.ok) {
    const { reason } = result
    return refused(submission, {
      fields: { [fieldOf(reason)]: [changeSentences[reason]] },
      code: reason,
    })
  }
  deliverSoon(app, app.directory)
  const message = 'Your new password is set. Every other device has been signed out.'
  return redirectWithFlash(app, paths.account(), message)
}

export default function Password() {
  const { hasPassword, current, code, name, minLength, rules } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() as PageFormAnswer | undefined
  const form = usePageForm<z.input<ReturnType<typeof schema>>>('password', answer, { rules })
  const { fields } = form
  return (
    <AccountPage>
      <Form
        of={form}
        names={['current_password', 'code', 'password']}
        title={hasPassword ? 'Change your password' : 'Choose a password'}
        intro={<p>Every other device is signed out, and we email you to confirm.</p>}
      >
        {/* Password managers keep the new password under this address. */}
        <input type="hidden" name="username" autoComplete="username" value={name} />
        {current && (
          <PasswordField
            field={fields.current_password}
            label="Current password"
            autoComplete="current-password"
            required
            after={
              <p className="soft">
                <a href={paths.reset()}>Forgot your password?</a>
              </p>
            }
          />
        )}
        {code && (
          <SixDigitsField
            field={fields.code}
            label="Code"
            required
            hint="You signed in more than a day ago, so we ask for a code as well."
          />
        )}
        <PasswordField
          field={fields.password}
          label="New password"
          hint={`At least ${minLength} characters. Three words are better than one.`}
          autoComplete="new-password"
        />
        <SubmitButton>Set new password</SubmitButton>
        {code && (
          <button type="submit" className="button big wide" name="how" value="code" formNoValidate>
            Send me a code
          </button>
        )}
      </Form>
    </AccountPage>
  )
}
