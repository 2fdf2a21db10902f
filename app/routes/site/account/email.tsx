import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { emailField } from '#app/domain/identity/accounts/account-fields.ts'
import { changeUser } from '#app/domain/identity/accounts/change-user.server.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import { changeSentences } from '#app/http/own-changes.server.ts'
import { requireOwnAccount } from '#app/http/session-holder.server.ts'
import { paths } from '#app/paths.ts'
import { AccountPage } from '#app/ui/account/account-page.tsx'
import { SubmitButton } from '#app/ui/form/buttons.tsx'
import { Form } from '#app/ui/form/form.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { usePageForm } from '#app/ui/form/page-form.ts'
import { TextField } from '#app/ui/form/text-field.tsx'
import { MailedNote } from '#app/ui/layout/mailed-note.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction = (args) => pageTitle('Your email address', args)

export const handle = { styles: ['form', 'entry', 'back-link'] } satisfies PageHandle

const schema = z.object({ email: emailField('Enter the new email address') })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, holder } = await requireOwnAccount(context)
  const { email, newEmail, emailChangeHalf } = holder.account
  const both = identityContext(app).configuration.secureEmailChange && email !== null
  const rules = fieldRules(schema)
  return { email, newEmail, half: emailChangeHalf, both, rules, devTools: app.devTools }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { app, holder } = await requireOwnAccount(context)
  const submission = await parseForm(request, schema)
  if (submission.status !== 'success') return invalid(submission)
  const { email } = submission.value
  if (email === holder.account.email) {
    return refused(submission, {
      fields: { email: ['This is already your address.'] },
      code: 'same_email',
    })
  }
  const result = await changeUser(identityContext(app), holder, { email })
  if (!result.ok) {
    return refused(submission, {
      fields: { email: [changeSentences[result.reason]] },
      code: result.reason,
    })
  }
  deliverSoon(app, app.directory)
  return redirectWithFlash(
    app,
    paths.accountPart('email'),
    'We’ve sent the email. Your address stays the same until you confirm it.',
  )
}

export default function Email() {
  const { email, newEmail, half, both, rules, devTools } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() as PageFormAnswer | undefined
  const form = usePageForm<z.input<typeof schema>>('email', answer, { rules })
  return (
    <AccountPage>
      <Form
        of={form}
        names={['email']}
        title="Your email address"
        intro={
          <p>
            {email ? `It is ${email}.` : 'You have none yet.'}{' '}
            {both
              ? 'You confirm a change from both addresses.'
              : 'We email a new address to confirm it.'}
          </p>
        }
      >
        <TextField
          field={form.fields.email}
          label="New email address"
          type="email"
          autoComplete="email"
        />
        <SubmitButton>{email ? 'Change address' : 'Add address'}</SubmitButton>
      </Form>
      {newEmail && (
        <section className="stack" aria-labelledby="waiting">
          <h2 id="waiting">Waiting for {newEmail}</h2>
          <p>{waitingWords({ email, newEmail, half, both })}</p>
          <MailedNote devTools={devTools}>
            The links work for an hour. To start again, enter the address above.
          </MailedNote>
        </section>
      )}
    </AccountPage>
  )
}

function waitingWords(at: {
  email: string | null
  newEmail: string
  half: string | null
  both: boolean
}): string {
  if (at.half === 'new') return `${at.newEmail} is confirmed. Now open the email at ${at.email}.`
  if (at.half === 'current')
    return `${at.email} is confirmed. Now open the email at ` + `${at.newEmail}.`
  return at.both
    ? `Open the emails at ${at.email} and ${at.newEmail}, and confirm in each.`
    : `Open the email at ${at.newEmail} and confirm it.`
}
