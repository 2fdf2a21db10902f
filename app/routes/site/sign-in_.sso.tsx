import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { emailField } from '#app/domain/identity/accounts/account-fields.ts'
import { findSsoProvider } from '#app/domain/identity/providers/active-providers.server.ts'
import { pathOfVisitor, returnTarget } from '#app/http/after-sign-in.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import { paths } from '#app/paths.ts'
import { SubmitButton } from '#app/ui/form/buttons.tsx'
import { Form } from '#app/ui/form/form.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { usePageForm } from '#app/ui/form/page-form.ts'
import { TextField } from '#app/ui/form/text-field.tsx'
import { EntryPage } from '#app/ui/layout/entry-page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import type { FormRules } from '#app/values/field-rules.ts'

export const meta: MetaFunction = (args) => pageTitle('Single sign-on', args)

export const handle = { styles: ['form', 'entry'] } satisfies PageHandle

const schema = z.object({ email: emailField('Enter your work email address') })

const domainOf = (email: string | null) => email?.slice(email.lastIndexOf('@') + 1) || null

/** A form may not lead to another site, so what was found is shown with a link to it. */
export async function loader({ context: { app } }: LoaderFunctionArgs) {
  const elsewhere = await pathOfVisitor(app)
  if (elsewhere) throw redirect(elsewhere, 303)
  const { next, studio } = await returnTarget(app)
  const email = app.url.searchParams.get('email')
  const domain = domainOf(email)
  const found = domain ? await findSsoProvider(identityContext(app), { domain }) : null
  return {
    rules: fieldRules(schema),
    next: next ?? undefined,
    studio: studio && { slug: studio.slug, name: studio.name },
    found: found?.ok && domain ? { domain, host: new URL(found.provider.issuer).host } : null,
  }
}

export async function action({ request, context: { app } }: ActionFunctionArgs) {
  const submission = await parseForm(request, schema)
  if (submission.status !== 'success') return invalid(submission)
  const identity = identityContext(app)
  if (!(await identity.addressMay('sso'))) {
    return refused(submission, {
      form: ['Too many tries. Wait a minute, then try again.'],
      code: 'too_many_tries',
    })
  }
  const domain = domainOf(submission.value.email) ?? ''
  const found = await findSsoProvider(identity, { domain })
  if (!found.ok) {
    const instead = 'Sign in with your password instead.'
    const sentence = `No studio has a single sign-on for ${domain}. ${instead}`
    return refused(submission, { fields: { email: [sentence] }, code: found.reason })
  }
  const { next, studio } = await returnTarget(app)
  return redirect(
    paths.signInSso({ next: next ?? undefined, studio: studio?.slug, email: `@${domain}` }),
    303,
  )
}

export default function SingleSignOn() {
  const { rules, next, studio, found } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() as PageFormAnswer | undefined
  const target = { next, studio: studio?.slug }
  return (
    <EntryPage studio={studio}>
      {found ? (
        <>
          <h1>Continue to {found.host}</h1>
          <p>Addresses at {found.domain} sign in there, then come back here.</p>
          <a
            className="button primary big wide"
            href={paths.withProvider({ email: `@${found.domain}`, ...target })}
          >
            Sign in at {found.host}
          </a>
        </>
      ) : (
        <AddressForm answer={answer} rules={rules} />
      )}
      <p className="soft">
        <a href={paths.signIn(target)}>Sign in with a password</a>
      </p>
    </EntryPage>
  )
}

function AddressForm({ answer, rules }: { answer: PageFormAnswer | undefined; rules: FormRules }) {
  const form = usePageForm<z.input<typeof schema>>('sso', answer, { rules })
  return (
    <Form
      of={form}
      names={['email']}
      title="Single sign-on"
      intro={<p>For staff of a studio with its own sign-in.</p>}
    >
      <TextField
        field={form.fields.email}
        label="Work email address"
        type="email"
        autoComplete="username"
      />
      <SubmitButton>Continue</SubmitButton>
    </Form>
  )
}
