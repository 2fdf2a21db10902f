import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { nameField, termsField } from '#app/domain/identity/accounts/account-fields.ts'
import { completeSetup } from '#app/domain/identity/accounts/complete-setup.server.ts'
import { nextStep } from '#app/domain/onboarding/setup-draft.ts'
import { findOpenSetup } from '#app/domain/onboarding/setup-queries.server.ts'
import { pathOfVisitor, returnTarget } from '#app/http/after-sign-in.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm } from '#app/http/form.server.ts'
import { pageOf, requireVisitor } from '#app/http/guards.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import { paths } from '#app/paths.ts'
import { SubmitButton } from '#app/ui/form/buttons.tsx'
import { CheckboxField } from '#app/ui/form/choice-field.tsx'
import { Form } from '#app/ui/form/form.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { usePageForm } from '#app/ui/form/page-form.ts'
import { TextField } from '#app/ui/form/text-field.tsx'
import { EntryPage } from '#app/ui/layout/entry-page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import type { FormRules } from '#app/values/field-rules.ts'

export const meta: MetaFunction = (args) => pageTitle('Set up your account', args)

export const handle = { styles: ['form', 'entry'] } satisfies PageHandle

/**
 * An owner comes here with `?as=owner`, also from the confirmation mail: first as a person, then
 * with the studio.
 */
const asOwner = (url: URL) => url.searchParams.get('as') === 'owner'

const setupSchema = z.object({ name: nameField, terms: termsField })

export async function loader({ context: { app } }: LoaderFunctionArgs) {
  const { visitor, missingUserRow } = await app.loadVisitor()
  const { studio } = await returnTarget(app)
  const brand = studio && { slug: studio.slug, name: studio.name }
  if (missingUserRow) return { studio: brand, known: false as const }
  if (!visitor && asOwner(app.url)) throw redirect(paths.signUp({ next: paths.startStudio() }), 303)
  if (!visitor) throw redirect(paths.signIn({ next: pageOf(app), studio: studio?.slug }), 303)
  if (visitor.setupComplete && asOwner(app.url)) {
    const draft = await findOpenSetup(app.directory, visitor.userId)
    throw redirect(paths.setupStep(draft ? nextStep(draft) : 'studio'), 303)
  }
  if (visitor.setupComplete) throw redirect((await pathOfVisitor(app)) ?? paths.landing(), 303)
  const { name, email } = visitor
  return { studio: brand, known: true as const, name, email, rules: fieldRules(setupSchema) }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { app, visitor } = await requireVisitor(context)
  const submission = await parseForm(request, setupSchema)
  if (submission.status !== 'success') return invalid(submission)
  const { now } = await app.loadVisitor()
  const { name } = submission.value
  await completeSetup(identityContext(app, now), { userId: visitor.userId, name })
  const { next, studio } = await returnTarget(app)
  if (asOwner(app.url)) throw redirect(paths.startStudio(), 303)
  const path = next ?? (studio ? paths.studio(studio) : paths.landing())
  return redirectWithFlash(app, path, `Your account is set up, ${name}.`)
}

export default function Setup() {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() as PageFormAnswer | undefined
  return (
    <EntryPage studio={data.studio}>
      {data.known ? <SetupForm answer={answer} {...data} /> : <NoUserRow />}
    </EntryPage>
  )
}

function SetupForm({
  answer,
  rules,
  name,
  email,
}: {
  answer: PageFormAnswer | undefined
  rules: FormRules
  name: string
  email: string
}) {
  const form = usePageForm<z.input<typeof setupSchema>>('setup', answer, {
    rules,
    values: { name },
  })
  return (
    <Form
      of={form}
      names={['name', 'terms']}
      title="Set up your account"
      intro={<p>Two things, once for every studio. You’re signed in as {email}.</p>}
    >
      <TextField
        field={form.fields.name}
        label="Your name"
        hint="What your coaches call you."
        autoComplete="name"
      />
      <CheckboxField
        field={form.fields.terms}
        label={
          'I agree that Cadence stores my account, and that each studio I join sees my name ' +
          'and email address.'
        }
      />
      <SubmitButton>Set up account</SubmitButton>
    </Form>
  )
}

/** The specification's outcome "error": there is a login and nothing known about its person. */
function NoUserRow() {
  return (
    <>
      <h1>We can’t find your details</h1>
      <p>
        You’re signed in, but we have no details for you. Ask your studio to check, or sign out and
        use another account.
      </p>
      <form method="post" action={paths.signOut()}>
        <SubmitButton>Sign out on this device</SubmitButton>
      </form>
    </>
  )
}
