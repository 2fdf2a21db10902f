import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import {
  asksPassword,
  checkCurrentPassword,
} from '#app/domain/identity/secrets/new-password.server.ts'
import {
  type CloseContext,
  closeAccount,
  closingPage,
} from '#app/domain/person-records/close-account.server.ts'
import { closingWords } from '#app/domain/person-records/close-account-words.ts'
import { erasureDays } from '#app/domain/tasks/ask-erasure.server.ts'
import { forgetChoices } from '#app/http/choices/forget-choices.server.ts'
import { forgetDevice } from '#app/http/device/unsent.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import { changeSentences } from '#app/http/own-changes.server.ts'
import type { RequestContext } from '#app/http/request-context.server.ts'
import { dropSession } from '#app/http/session-cookies.server.ts'
import { requireOwnAccount } from '#app/http/session-holder.server.ts'
import { paths } from '#app/paths.ts'
import { AccountPage } from '#app/ui/account/account-page.tsx'
import { SubmitButton } from '#app/ui/form/buttons.tsx'
import { Form } from '#app/ui/form/form.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { usePageForm } from '#app/ui/form/page-form.ts'
import { PasswordField, TextField } from '#app/ui/form/text-field.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'

export const meta: MetaFunction = (args) => pageTitle('Close your account', args)

export const handle = { styles: ['form', 'entry', 'back-link'] } satisfies PageHandle

const schema = z.object({
  current_password: z.string().max(1_000).optional(),
  word: z
    .string({ error: 'Type close' })
    .overwrite((word) => tidyText(word).toLowerCase())
    .refine((word) => word === 'close', { error: 'Type close' }),
})

const contextOf = (app: RequestContext): CloseContext => ({
  ...identityContext(app),
  shardOf: app.shardOf,
})

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, visitor, holder } = await requireOwnAccount(context)
  const places = await closingPage(contextOf(app), visitor.userId)
  return {
    rules: fieldRules(schema),
    asks: asksPassword(identityContext(app), holder),
    alone: places.some(({ alone }) => alone),
    studios: places.map((place) => ({
      ...place.studio,
      sentences: closingWords(place, erasureDays),
    })),
  }
}

/**
 * Closes the account: 303 to the landing page, signed out; 422 without the word or the password, where
 * it has one, or as only owner.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const { app, visitor, holder } = await requireOwnAccount(context)
  const submission = await parseForm(request, schema)
  if (submission.status !== 'success') return invalid(submission)
  const { current_password: password } = submission.value
  const wrong = await checkCurrentPassword(identityContext(app), holder, password)
  if (wrong)
    return refused(submission, {
      fields: { current_password: [changeSentences[wrong.reason]] },
      code: wrong.reason,
    })
  const { userId, name } = visitor
  const result = await closeAccount(contextOf(app), { userId, name })
  if (!result.ok && result.reason === 'only_owner')
    return refused(submission, {
      form: ['You are the only owner of a studio. Give it another owner first.'],
      code: result.reason,
    })
  dropSession(app)
  forgetChoices(app)
  return forgetDevice(app, redirectWithFlash(app, paths.landing(), 'Your account is closed.'))
}

export default function CloseAccount() {
  const { studios, alone, rules, asks } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() as PageFormAnswer | undefined
  const form = usePageForm<z.input<typeof schema>>('close', answer, { rules })
  const title = 'Close your account'
  const told = (
    <>
      <p>
        You close it once, for every studio. You’re signed out on every device and can’t sign in
        again. It can’t be undone.
      </p>
      {studios.map(({ slug, name, sentences }) => (
        <section key={slug} className="stack" aria-labelledby={`at-${slug}`}>
          <h2 id={`at-${slug}`}>
            <a href={paths.portal({ slug })}>{name}</a>
          </h2>
          <ul>
            {sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
  return (
    <AccountPage>
      {alone ? (
        <>
          <h1>{title}</h1>
          {told}
        </>
      ) : (
        <Form of={form} names={['current_password', 'word']} title={title} intro={told}>
          {asks && (
            <PasswordField
              field={form.fields.current_password}
              label="Current password"
              autoComplete="current-password"
              required
            />
          )}
          <TextField field={form.fields.word} label="Type close to confirm" autoComplete="off" />
          <SubmitButton>Close my account</SubmitButton>
        </Form>
      )}
    </AccountPage>
  )
}
