import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { nameField } from '#app/domain/identity/accounts/account-fields.ts'
import { changeName } from '#app/domain/identity/accounts/change-name.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm } from '#app/http/form.server.ts'
import { requireVisitor } from '#app/http/guards.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import { paths } from '#app/paths.ts'
import { AccountPage } from '#app/ui/account/account-page.tsx'
import { SubmitButton } from '#app/ui/form/buttons.tsx'
import { Form } from '#app/ui/form/form.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { usePageForm } from '#app/ui/form/page-form.ts'
import { TextField } from '#app/ui/form/text-field.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction = (args) => pageTitle('Your name', args)

export const handle = { styles: ['form', 'entry', 'back-link'] } satisfies PageHandle

const schema = z.object({ name: nameField })

export async function loader({ context }: LoaderFunctionArgs) {
  const { visitor } = await requireVisitor(context)
  return { name: visitor.name, rules: fieldRules(schema) }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { app, visitor } = await requireVisitor(context)
  const submission = await parseForm(request, schema)
  if (submission.status !== 'success') return invalid(submission)
  await changeName(identityContext(app), { userId: visitor.userId, name: submission.value.name })
  return redirectWithFlash(app, paths.account(), 'Name saved.')
}

export default function Name() {
  const { name, rules } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() as PageFormAnswer | undefined
  const form = usePageForm<z.input<typeof schema>>('name', answer, { rules, values: { name } })
  return (
    <AccountPage>
      <Form of={form} names={['name']} title="Your name">
        <TextField
          field={form.fields.name}
          label="Name"
          hint="To change what a studio calls you, use My details at that studio."
          autoComplete="name"
        />
        <SubmitButton>Save name</SubmitButton>
      </Form>
    </AccountPage>
  )
}
