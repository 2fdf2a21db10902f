import type { ActionFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { emailField } from '#app/domain/identity/accounts/account-fields.ts'
import { mailMyStudios } from '#app/domain/studios/mail-my-studios.server.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import { paths } from '#app/paths.ts'
import { SubmitButton } from '#app/ui/form/buttons.tsx'
import { Form } from '#app/ui/form/form.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { usePageForm } from '#app/ui/form/page-form.ts'
import { TextField } from '#app/ui/form/text-field.tsx'
import { whereIntro } from '#app/ui/landing/where-form.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { SiteFrame } from '#app/ui/layout/site-frame.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction = (page) => pageTitle('Where is my membership?', page)

export const handle = { styles: ['form', 'button'] } satisfies PageHandle

const schema = z.object({ email: emailField('Enter your email address') })

export const loader = () => ({ rules: fieldRules(schema) })

export async function action({ request, context: { app } }: ActionFunctionArgs) {
  const submission = await parseForm(request, schema)
  if (submission.status !== 'success') return invalid(submission)

  const result = await mailMyStudios(identityContext(app), submission.value.email)
  if (!result.ok) {
    const sentence = 'Too many tries. Wait a minute, then try again.'
    return refused(submission, { form: [sentence], code: result.reason })
  }
  deliverSoon(app, app.directory)
  return redirectWithFlash(
    app,
    paths.landing(),
    'If there’s an account for that address, the list is on its way.',
  )
}

export default function WherePage() {
  const { rules } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() as PageFormAnswer | undefined
  const form = usePageForm<z.input<typeof schema>>('where', answer, { rules })
  return (
    <SiteFrame>
      <Main slim>
        <Form
          of={form}
          names={['email']}
          title="Where is my membership?"
          intro={<p className="soft">{whereIntro}</p>}
        >
          <TextField
            field={form.fields.email}
            label="Email address"
            type="email"
            inputMode="email"
            autoComplete="email"
          />
          <SubmitButton>Email me the list</SubmitButton>
        </Form>
      </Main>
    </SiteFrame>
  )
}
